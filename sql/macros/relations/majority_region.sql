{#
  Relation: the region where weighted rectangles cover more than half of the total, as disjoint rectangles with their area.

  rectangles: keys, x1, y1, x2, y2, weight, total
  | item | x1 y1 x2 y2 | weight | total |         | item | x1 y1 x2 y2 | weight |
  | a    | 0  0  2  1  | 1      | 2     |   →     | a    | 1  0  2  1  | 1      |
  | a    | 1  0  3  1  | 1      | 2     |

  A sweep: the edges cut the plane into horizontal strips; along a strip the weight changes only at the sides of the
  rectangles that cross it. What passes is merged along the strip, then over strips of the same extent.
#}
{% macro majority_region(rectangles, keys) -%}
with

crossings as (

    {{ in_strips(rectangles, keys) | indent(4) }}

),

sides as (

    select 1 as direction
    union all
    select -1 as direction

),

changes as (

    select
        {{ prefixed('crossings', keys) }},
        crossings.y1,
        crossings.y2,
        case when sides.direction = 1 then crossings.x1 else crossings.x2 end as x,
        crossings.total,
        sides.direction * crossings.weight as change

    from crossings
    cross join sides

),

segments as (  -- the weight right of x; of several changes at one x all count at once, and the last has the width

    select
        {{ keys | join(', ') }},
        y1,
        y2,
        x as x1,
        lead(x) over (partition by {{ keys | join(', ') }}, y1 order by x) as x2,
        total,
        sum(change) over (partition by {{ keys | join(', ') }}, y1 order by x) as weight

    from changes

),

covered as (

    select
        *,
        lag(x2) over (partition by {{ keys | join(', ') }}, y1 order by x1) as x_before

    from segments
    where x1 < x2 and {{ majority('weight', 'total') }}

),

numbered as (

    select
        *,
        sum(case when x1 = x_before then 0 else 1 end) over (partition by {{ keys | join(', ') }}, y1 order by x1) as run_number

    from covered

),

runs as (

    select {{ keys | join(', ') }}, y1, y2, min(x1) as x1, max(x2) as x2
    from numbered
    group by {{ keys | join(', ') }}, y1, y2, run_number

),

neighbours as (

    select
        *,
        lag(y2) over (partition by {{ keys | join(', ') }}, x1, x2 order by y1) as y_before

    from runs

),

stacks as (

    select
        *,
        sum(case when y1 = y_before then 0 else 1 end) over (
            partition by {{ keys | join(', ') }}, x1, x2
            order by y1
        ) as stack

    from neighbours

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
