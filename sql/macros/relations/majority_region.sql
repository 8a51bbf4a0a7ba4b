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

edges as (

    select {{ keys | join(', ') }}, y1 as y from {{ rectangles }}
    union
    select {{ keys | join(', ') }}, y2 as y from {{ rectangles }}

),

strips as (

    select
        {{ keys | join(', ') }},
        y as y1,
        lead(y) over (partition by {{ keys | join(', ') }} order by y) as y2

    from edges

),

crossings as (

    select
        {{ prefixed('strips', keys) }},
        strips.y1,
        strips.y2,
        r.x1,
        r.x2,
        r.weight,
        r.total

    from strips
    inner join {{ rectangles }} as r
        on {{ equal('strips', 'r', keys) }} and r.y1 <= strips.y1 and strips.y2 <= r.y2

),

sides as (

    select {{ keys | join(', ') }}, y1, y2, x1 as x, weight as change, total from crossings
    union all
    select {{ keys | join(', ') }}, y1, y2, x2 as x, -weight as change, total from crossings

),

changes as (

    select {{ keys | join(', ') }}, y1, y2, x, max(total) as total, sum(change) as change
    from sides
    group by {{ keys | join(', ') }}, y1, y2, x

),

segments as (

    select
        {{ keys | join(', ') }},
        y1,
        y2,
        x as x1,
        lead(x) over (partition by {{ keys | join(', ') }}, y1, y2 order by x) as x2,
        total,
        sum(change) over (partition by {{ keys | join(', ') }}, y1, y2 order by x) as weight

    from changes

),

judged as (

    select *, case when {{ majority('weight', 'total') }} then 0 else 1 end as is_gap from segments where x2 is not null

),

numbered as (

    select
        *,
        sum(is_gap) over (partition by {{ keys | join(', ') }}, y1, y2 order by x1) as n_gaps

    from judged

),

runs as (

    select {{ keys | join(', ') }}, y1, y2, min(x1) as x1, max(x2) as x2
    from numbered
    where is_gap = 0
    group by {{ keys | join(', ') }}, y1, y2, n_gaps

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
