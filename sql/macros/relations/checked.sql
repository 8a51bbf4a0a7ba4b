{# Relation, one row per row of a relation of the user's: the label as the kind reads it, and what is wrong with the row by itself. #}
{% macro checked_labels(input) -%}
with

input as (

    select * from {{ input }}

),

parsed as (

    select
        {{ as_text(quoted(var('item_column'))) }} as item_id,
        {{ as_text(quoted(var('worker_column'))) }} as worker_id,
        {{ context[var('kind') ~ '__parse'](quoted(var('label_column'))) }} as label,
        {{ quoted(var('time_column')) if var('time_column') is not none else 'cast(null as timestamp)' }} as arrived_at,
        {{ quoted(var('label_column')) }} as given_label,
        {%- if partition_name() == 'column' %}
        {{ quoted(partition_column()) }} as given_type,
        {%- endif %}
        {{ row_as_json('input') }} as input_row

    from input

)

select
    item_id,
    worker_id,
    label,
    arrived_at,
    {%- if partition_name() == 'column' %}
    given_type,
    {%- endif %}
    {{ row_problem({'item_id': 'item', 'worker_id': 'worker', 'given_label': 'label'}) }} as problem,
    input_row

from parsed
{%- endmacro %}
