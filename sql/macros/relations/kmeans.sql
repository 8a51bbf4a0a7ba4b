{#
  Relation, one row: `centres`, an array of at most k arrays of coordinates, by k-means.

  On the first 2,000 labels in sample order. The first k different ones are the seeds; then 8 steps of Lloyd's: every
  label to its nearest centre, every centre to the mean of its labels. A centre without labels is dropped.
#}
{% macro learned_centres(annotations) -%}
with

ordered as (

    {{ in_sample_order(annotations) | indent(4) }}

),

points as (

    select {{ context[var('kind') ~ '__coordinates']('label') }} as coordinates, place from ordered where place <= 2000

),

different as (

    select coordinates, min(place) as place from points group by coordinates order by place limit {{ partition_size() }}

),

centres_0 as {{ computed_once() }} (

    select {{ centres_of('coordinates', 'place') }} as centres from different

),
{% for step in range(1, 9) %}
cells_{{ step }} as (

    select
        {{ nearest('centres_' ~ (step - 1) ~ '.centres', 'points.coordinates') }} as cell,
        u.element_number,
        avg(u.element) as element

    from points
    cross join centres_{{ step - 1 }}
    {{ unnest_array('points.coordinates', 'u', 'element', 'element_number') }}
    group by cell, u.element_number

),

means_{{ step }} as (

    select cell, {{ array_in_order('element', 'element_number') }} as centre
    from cells_{{ step }}
    where cell is not null
    group by cell

),

centres_{{ step }} as {{ computed_once() }} (

    select {{ centres_of('centre', 'cell') }} as centres from means_{{ step }}

){{ ',' if not loop.last }}
{% endfor %}
select * from centres_8
{%- endmacro %}
