{#
  Relation: where weighted rectangles cover more than half of the total in horizontal strips, cut at the upper and lower edges
  of all rectangles with the same keys; strips that follow each other have levels that do.

  rectangles: keys, x1, y1, x2, y2, share; out come keys, x1, y1, x2, y2, level
#}
{% macro runs_in_strips(rectangles, keys) -%} {{ adapter.dispatch('runs_in_strips', 'oakdb')(rectangles, keys) }} {%- endmacro %}

{# A strip goes by a number: to sort by keys of text and carry them along would take twice the time. #}
{% macro default__runs_in_strips(rectangles, keys) -%}
with

edges as (

    select {{ keys | join(', ') }}, y1 as y, share as change from {{ rectangles }}
    union all
    select {{ keys | join(', ') }}, y2 as y, -share as change from {{ rectangles }}

),

changes as (

    select {{ keys | join(', ') }}, y, sum(change) as change
    from edges
    group by {{ keys | join(', ') }}, y

),

levels as (

    select
        {{ keys | join(', ') }},
        y as y1,
        lead(y) over (partition by {{ keys | join(', ') }} order by y) as y2,
        row_number() over (partition by {{ keys | join(', ') }} order by y) as level,
        sum(change) over (partition by {{ keys | join(', ') }} order by y) as share

    from changes

),

strips as (  -- where all that cross it together are no majority, nothing is

    select {{ keys | join(', ') }}, y1, y2, level, {{ any_number() }} as strip
    from levels
    where {{ majority('share', 1) }}

),

crossings as (

    select
        strips.strip,
        r.x1 as run_start,
        r.x2 as run_stop,
        r.share

    from strips
    inner join {{ rectangles }} as r
        on {{ equal('strips', 'r', keys) }} and r.y1 <= strips.y1 and strips.y2 <= r.y2

),

covered as (

    {{ majority_runs('crossings', ['strip']) | indent(4) }}

)

select
    {{ prefixed('strips', keys) }},
    covered.run_start as x1,
    strips.y1,
    covered.run_stop as x2,
    strips.y2,
    strips.level

from covered
inner join strips on covered.strip = strips.strip
{%- endmacro %}

{# Spark computes a CTE anew for every reader: here the rectangles are read once, and each takes all edges along. #}
{% macro spark__runs_in_strips(rectangles, keys) -%}
with

edged as (

    select
        {{ keys | join(', ') }},
        x1,
        y1,
        x2,
        y2,
        share,
        array_sort(
            array_distinct(
                collect_list(y1) over (partition by {{ keys | join(', ') }})
                || collect_list(y2) over (partition by {{ keys | join(', ') }})
            )
        ) as edges

    from {{ rectangles }}

),

crossings as (

    select
        {{ prefixed('edged', keys) }},
        u.y1,
        get(edged.edges, u.level) as y2,
        u.level,
        edged.x1 as run_start,
        edged.x2 as run_stop,
        edged.share

    from edged
    {{ unnest_array('edged.edges', 'u', 'y1', 'level') }}
    where edged.y1 <= u.y1 and u.y1 < edged.y2

),

covered as (

    {{ majority_runs('crossings', keys + ['y1', 'y2', 'level']) | indent(4) }}

)

select {{ keys | join(', ') }}, run_start as x1, y1, run_stop as x2, y2, level from covered
{%- endmacro %}


{#
  Relation: disjoint rectangles that cover the same region as the boxes of a label, with their area. Boxes that overlap none
  of their label stay as they are, only the others need a sweep; Spark, which would read the labels twice for that, sweeps all.
#}
{% macro region_rectangles(labels, keys) -%} {{ adapter.dispatch('region_rectangles', 'oakdb')(labels, keys) }} {%- endmacro %}

{% macro default__region_rectangles(labels, keys) -%}
with

rectangles as (

    {{ box_rectangles(labels, keys) | indent(4) }}

),

judged as (

    select
        *,
        {{ count_boxes_where('label', 'box', boxes_overlap('box')) }} as n_overlaps  -- with itself, too

    from rectangles

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

{% macro boxes_overlap(box) -%}
    x1 < {{ field(box, 'x2') }} and {{ field(box, 'x1') }} < x2 and y1 < {{ field(box, 'y2') }} and {{ field(box, 'y1') }} < y2
{%- endmacro %}

{# Without CTEs of its own: the text of a view, indentation and all, has a limit in Hive's metastore (32,700 characters on Derby). #}
{% macro spark__region_rectangles(labels, keys) -%}
{{ majority_region('(\n' ~ box_rectangles(labels, keys) ~ '\n) as boxes', keys) }}
{%- endmacro %}

{# Relation: one row per box. #}
{% macro box_rectangles(labels, keys) -%}
select
    {{ prefixed('l', keys) }},
    l.label,
    {{ field('u.box', 'x1') }} as x1,
    {{ field('u.box', 'y1') }} as y1,
    {{ field('u.box', 'x2') }} as x2,
    {{ field('u.box', 'y2') }} as y2,
    {{ as_double(1) }} as share

from {{ labels }} as l
{{ unnest_boxes('l.label', 'u', 'box', 'box_number') }}
{%- endmacro %}

{#
  DuckDB does the few labels that need it as lists, without a join or a sort: in a strip, a box counts from where the boxes
  that begin before it have ended. The area of the whole comes along as label_weight.
#}
{% macro duckdb__region_rectangles(labels, keys) -%}
with

judged as (

    select
        {{ keys | join(', ') }},
        label,
        len(list_filter(label, lambda a: len(list_filter(label, lambda b: {{ boxes__match('a', 'b') }})) > 1)) > 0 as is_overlaid

    from {{ labels }}

),

edged as (

    select
        *,
        case when is_overlaid then list_sort(label) else [] end as boxes,  -- by x1
        case
            when is_overlaid
                then list_sort(list_transform(label, lambda box: box.y1) || list_transform(label, lambda box: box.y2))
            else []
        end as edges

    from judged

),

stripped as (

    select
        *,
        list_transform(range(1, len(edges)), lambda n: struct_pack(
            y1 := edges[n],
            y2 := edges[n + 1],
            boxes := list_filter(boxes, lambda box: box.y1 <= edges[n] and edges[n] < box.y2)
        )) as strips

    from edged

),

cut as (

    select
        *,
        flatten(list_transform(strips, lambda strip: list_transform(range(1, len(strip.boxes) + 1), lambda n: struct_pack(
            x1 := greatest(
                (strip.boxes[n]).x1, list_max(list_transform(strip.boxes[1:n - 1], lambda earlier: earlier.x2))
            ),
            y1 := strip.y1,
            x2 := (strip.boxes[n]).x2,
            y2 := strip.y2
        )))) as pieces

    from stripped

),

regions as (

    select
        {{ keys | join(', ') }},
        list_transform(
            case when is_overlaid then list_filter(pieces, lambda piece: piece.x1 < piece.x2 and piece.y1 < piece.y2) else label end,
            lambda box: struct_pack(
                x1 := box.x1, y1 := box.y1, x2 := box.x2, y2 := box.y2, area := (box.x2 - box.x1) * (box.y2 - box.y1)
            )
        ) as region

    from cut

),

weighed as (

    select *, list_sum(list_transform(region, lambda piece: piece.area)) as label_weight from regions

)

select
    {{ prefixed('weighed', keys) }},
    u.piece.x1,
    u.piece.y1,
    u.piece.x2,
    u.piece.y2,
    u.piece.area as weight,
    weighed.label_weight

from weighed
{{ unnest_array('weighed.region', 'u', 'piece', 'piece_number') }}
{%- endmacro %}


{# Relation: the same, with the area of the whole label. #}
{% macro weighed_rectangles(labels, keys) -%} {{ adapter.dispatch('weighed_rectangles', 'oakdb')(labels, keys) }} {%- endmacro %}

{% macro default__weighed_rectangles(labels, keys) -%} {{ summed_atoms(labels, keys) }} {%- endmacro %}

{% macro duckdb__weighed_rectangles(labels, keys) -%} {{ region_rectangles(labels, keys) }} {%- endmacro %}
