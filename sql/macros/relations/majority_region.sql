{#
  Relation: the region where rectangles cover more than half of the weight, as disjoint rectangles with their area.

  rectangles: keys, x1, y1, x2, y2, share (of the weight of all)
  | item | x1 y1 x2 y2 | share |         | item | x1 y1 x2 y2 | weight |
  | a    | 0  0  2  1  | 0.5   |   →     | a    | 1  0  2  1  | 1      |
  | a    | 1  0  3  1  | 0.5   |

  A sweep: the edges cut the plane into horizontal strips, along a strip it is a question of runs on a line (majority_runs).
  What passes is merged along the strip there, and here over strips of the same extent.
#}
{% macro majority_region(rectangles, keys) -%}
with

runs as (

    {{ runs_in_strips(rectangles, keys) | indent(4) }}

),

stacks as (  -- where strips follow each other, their level grows as their number does

    select
        *,
        level - row_number() over (partition by {{ keys | join(', ') }}, x1, x2 order by level) as stack

    from runs

)

select
    {{ keys | join(', ') }},
    x1,
    min(y1) as y1,
    x2,
    max(y2) as y2,
    (x2 - x1) * (max(y2) - min(y1)) as weight

from stacks
group by {{ keys | join(', ') }}, x1, x2, stack
{%- endmacro %}
