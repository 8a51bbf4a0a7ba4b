{# Expression: a number of the label that says nothing about it, the same on every engine. #}
{% macro label_hash() -%} {{ binary_order(hex_md5("item_id || '|' || worker_id")) }} {%- endmacro %}


{# Expressions to order by: the order of labels themselves, where nothing else tells which comes first. #}
{% macro label_order(label) -%}
    {{ context[var('kind') ~ '__order'](label) if context[var('kind') ~ '__order'] is defined else label }}
{%- endmacro %}


{# Expressions to order by: the order of arrival within an item. Without a time it is by hash: unbiased, and the same on every engine. #}
{% macro arrival() -%}
    {%- if var('time_column') is none -%}
        {{ label_hash() }}, {{ binary_order('worker_id') }}
    {%- else -%}
        case when arrived_at is null then 1 else 0 end, arrived_at, {{ binary_order('worker_id') }}
    {%- endif -%}
{%- endmacro %}


{# Expressions to order by: which of a worker's labels on an item is the first. The same label may come with two types of a column. #}
{% macro first_label_order() -%}
    {{ arrival() }}, {{ label_order('label') }}
    {%- if partition_name() == 'column' %}, {{ binary_order(label_type('label')) }}{% endif -%}
{%- endmacro %}


{#
  Relation: the first label of each worker on each item, with its position in the item.

  By hash, the labels of one worker are neighbours, and one sort is enough for both questions.
#}
{% macro in_arrival_order(annotations) -%}
{%- set given_type = ', given_type' if partition_name() == 'column' -%}
with

{% if var('time_column') is none -%}
numbered as (

    select
        item_id,
        worker_id,
        label{{ given_type }},
        arrived_at,
        dense_rank() over (partition by item_id order by {{ arrival() }}) as position,
        rank() over (partition by item_id order by {{ arrival() }}) as first_place,
        row_number() over (partition by item_id order by {{ first_label_order() }}) as place

    from {{ annotations }}

)

select item_id, worker_id, label{{ given_type }}, arrived_at, position
from numbered
where place = first_place
{%- else -%}
numbered as (

    select
        *,
        row_number() over (partition by item_id, worker_id order by {{ first_label_order() }}) as place

    from {{ annotations }}

)

select
    item_id,
    worker_id,
    label{{ given_type }},
    arrived_at,
    row_number() over (partition by item_id order by {{ arrival() }}) as position

from numbered
where place = 1
{%- endif -%}
{%- endmacro %}


{# Relation: the same of the good rows among those that were checked, with the type of each label. #}
{% macro in_place_and_typed(checked) -%}
with

good as (

    select * from {{ checked }} where problem is null

),

numbered as (

    {{ in_arrival_order('good') | indent(4) }}

),

typed as (

    {% if partition_name() == 'cluster' -%}
    {{ with_nearest_medoid('numbered') | indent(4) }}
    {%- else -%}
    select
        item_id,
        worker_id,
        label,
        {{ label_type('label') }} as label_type,
        arrived_at,
        position

    from numbered
    {{ joined_centres() }}
    {%- endif %}

)

select * from typed
{%- endmacro %}
