{# What is learned from the labels, by name: what the kind's similarity and type use. Each is a relation of one row. #}
{% macro learned() -%}
    {{ 'scale' if context[var('kind') ~ '__distance'] is defined }}
    {{ 'bounds' if partition_name() in ['quantiles', 'length'] }}
    {{ 'centres' if partition_name() == 'kmeans' }}
    {{ 'levels' if similarity() == 'ordinal' }}
{%- endmacro %}


{# Relation, one row: `scale`, as set or as the labels have it: their median non-zero distance within items, or their range. #}
{% macro learned_scale(annotations) -%}
{%- if var('scale') is not none -%}
select {{ as_double(var('scale')) }} as scale
{%- elif similarity() == 'gaussian' -%}
with

distances as (

    select {{ context[var('kind') ~ '__distance']('a.label', 'b.label') }} as distance
    from {{ annotations }} as a
    inner join {{ annotations }} as b
        on a.item_id = b.item_id and {{ binary_order('a.worker_id') }} < {{ binary_order('b.worker_id') }}

)

-- where all labels agree no scale can be told, and none is needed
select coalesce({{ median('distance') }}, {{ as_double(1) }}) as scale
from distances
where distance > 0
{%- else -%}
{%- set dimensions = context[var('kind') ~ '__dimensions']().split() -%}
with

extents as (

    select
        {%- for dimension in dimensions %}
        max({{ context[var('kind') ~ '__coordinate']('label', dimension) }})
        - min({{ context[var('kind') ~ '__coordinate']('label', dimension) }}) as {{ dimension }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ annotations }}

)

select
    coalesce(
        nullif(sqrt({% for dimension in dimensions %}{{ dimension }} * {{ dimension }}{{ ' + ' if not loop.last }}{% endfor %}), 0),
        {{ as_double(1) }}
    ) as scale
from extents
{%- endif -%}
{%- endmacro %}


{#
  Relation, one row: the bounds of n parts of equal count of the coordinate that is cut, as <dimension>_1 … <dimension>_(n−1).
  Taken from the first 10,000 labels in sample order, so that one sort of bounded size is enough on every engine.
#}
{% macro learned_bounds(annotations) -%}
{%- set n_parts = partition_size() | int -%}
with

ordered as (

    {{ in_sample_order(annotations) | indent(4) }}

),

parts as (

    select coordinate, ntile({{ n_parts }}) over (order by coordinate) as part
    from (select {{ coordinate('label') }} as coordinate from ordered where place <= 10000) as sampled

)

select
    {%- for part in range(1, n_parts) %}
    max(case when part = {{ part }} then coordinate end) as {{ cut_dimension() }}_{{ part }}{{ ',' if not loop.last }}
    {%- else %}
    count(*) as n_labels
    {%- endfor %}
from parts
{%- endmacro %}
