{#
  Relation: where weighted runs on a line cover more than half of the total, as disjoint runs that do not touch.

  runs: keys, run_start, run_stop, weight, total
  | item | run_start | run_stop | weight | total |         | item | run_start | run_stop |
  | a    | 0         | 2        | 1      | 2     |   →     | a    | 1         | 2        |
  | a    | 1         | 3        | 1      | 2     |

  A sweep: the weight changes only where a run starts or stops. With weight and total 1 it is the union of the runs.
  The one-dimensional sister of majority_region.
#}
{% macro majority_runs(runs, keys) -%}
with

sides as (

    select 1 as direction
    union all
    select -1 as direction

),

ends as (

    select
        {{ prefixed('runs', keys) }},
        case when sides.direction = 1 then runs.run_start else runs.run_stop end as run_end,
        sides.direction * runs.weight as change,
        runs.total

    from {{ runs }} as runs
    cross join sides

),

segments as (  -- the weight from here on; of several changes at one place all count at once, and the last has the length

    select
        {{ keys | join(', ') }},
        run_end as segment_start,
        lead(run_end) over (partition by {{ keys | join(', ') }} order by run_end) as segment_stop,
        total,
        sum(change) over (partition by {{ keys | join(', ') }} order by run_end) as weight

    from ends

),

covered as (

    select
        *,
        lag(segment_stop) over (partition by {{ keys | join(', ') }} order by segment_start) as stop_before

    from segments
    where segment_start < segment_stop and {{ majority('weight', 'total') }}

),

numbered as (

    select
        *,
        sum(case when segment_start = stop_before then 0 else 1 end) over (
            partition by {{ keys | join(', ') }}
            order by segment_start
        ) as run_number

    from covered

)

select {{ keys | join(', ') }}, min(segment_start) as run_start, max(segment_stop) as run_stop
from numbered
group by {{ keys | join(', ') }}, run_number
{%- endmacro %}
