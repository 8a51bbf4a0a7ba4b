{#
  Relation: the annotations with their `place`, 1, 2, …, in an order that says nothing about them and is the same on every engine:
  what is learned from some of them is learned from the first.

  By a hash of the names; with a time column by a hash of their number in order of arrival, so that names do not matter.
#}
{% macro in_sample_order(annotations) -%}
{%- if var('time_column') is none -%}
select
    *,
    row_number() over (
        order by {{ label_hash() }}, {{ binary_order('item_id') }}, {{ binary_order('worker_id') }}
    ) as place
from {{ annotations }}
{%- else -%}
with

arrived as (

    select
        *,
        row_number() over (
            order by
                case when arrived_at is null then 1 else 0 end,
                arrived_at,
                {{ label_order('label') }},
                {{ binary_order('item_id') }},
                {{ binary_order('worker_id') }}
        ) as arrival_number

    from {{ annotations }}

)

select *, row_number() over (order by {{ binary_order(hex_md5(as_text('arrival_number'))) }}) as place
from arrived
{%- endif -%}
{%- endmacro %}


{# Relation: so many of the items, and the same on every engine. #}
{% macro first_items(items) -%}
select item_id
from {{ items }}
order by {{ binary_order(hex_md5('item_id')) }}
limit 2000
{%- endmacro %}
