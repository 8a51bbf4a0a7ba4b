{#
  Relation: rectangles in horizontal strips, every one cut at the upper and lower edges of all rectangles with its keys.

  rectangles: keys, x1, y1, x2, y2, weight, total; the same columns come out
#}
{% macro in_strips(rectangles, keys) -%} {{ adapter.dispatch('in_strips', 'oakdb')(rectangles, keys) }} {%- endmacro %}

{% macro default__in_strips(rectangles, keys) -%}
with

edges as (

    select {{ keys | join(', ') }}, y1 as y from {{ rectangles }}
    union distinct
    select {{ keys | join(', ') }}, y2 as y from {{ rectangles }}

),

strips as (

    select
        {{ keys | join(', ') }},
        y as y1,
        lead(y) over (partition by {{ keys | join(', ') }} order by y) as y2

    from edges

)

select
    {{ prefixed('strips', keys) }},
    r.x1,
    strips.y1,
    r.x2,
    strips.y2,
    r.weight,
    r.total

from strips
inner join {{ rectangles }} as r
    on {{ equal('strips', 'r', keys) }} and r.y1 <= strips.y1 and strips.y2 <= r.y2
{%- endmacro %}

{# Spark computes a CTE anew for every reader: here the rectangles are read once, and each takes all edges along. #}
{% macro spark__in_strips(rectangles, keys) -%}
with

edged as (

    select
        {{ keys | join(', ') }},
        x1,
        y1,
        x2,
        y2,
        weight,
        total,
        array_sort(
            array_distinct(
                collect_list(y1) over (partition by {{ keys | join(', ') }})
                || collect_list(y2) over (partition by {{ keys | join(', ') }})
            )
        ) as edges

    from {{ rectangles }}

)

select
    {{ prefixed('edged', keys) }},
    edged.x1,
    u.y1,
    edged.x2,
    get(edged.edges, u.place) as y2,
    edged.weight,
    edged.total

from edged
{{ unnest_array('edged.edges', 'u', 'y1', 'place') }}
where edged.y1 <= u.y1 and u.y1 < edged.y2
{%- endmacro %}


{#
  Relation: disjoint rectangles that cover the same region, with their area.

  rectangles: keys, label, x1, y1, x2, y2, weight and total (both 1). Boxes that overlap none of their label stay as they
  are, only the others need the sweep; Spark, which would compute the rectangles twice for that, sweeps them all.
#}
{% macro disjoint_rectangles(rectangles, keys) -%} {{ adapter.dispatch('disjoint_rectangles', 'oakdb')(rectangles, keys) }} {%- endmacro %}

{% macro default__disjoint_rectangles(rectangles, keys) -%}
with

judged as (

    select
        *,
        {{ count_boxes_where(
            'label', 'box',
            'x1 < ' ~ field('box', 'x2') ~ ' and ' ~ field('box', 'x1') ~ ' < x2 and y1 < ' ~ field('box', 'y2') ~ ' and ' ~ field('box', 'y1') ~ ' < y2'
        ) }} as n_overlaps  -- with itself, too

    from {{ rectangles }}

),

overlapping as (

    select * from judged where n_overlaps > 1

),

region as (

    {{ majority_region('overlapping', keys) | indent(4) }}

)

select * from region
union all
select {{ keys | join(', ') }}, x1, y1, x2, y2, (x2 - x1) * (y2 - y1) as weight
from judged
where n_overlaps = 1
{%- endmacro %}

{% macro spark__disjoint_rectangles(rectangles, keys) -%} {{ majority_region(rectangles, keys) }} {%- endmacro %}
