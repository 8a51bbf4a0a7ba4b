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

changes as (

    select {{ keys | join(', ') }}, run_end, max(total) as total, sum(change) as change
    from ends
    group by {{ keys | join(', ') }}, run_end

),

segments as (

    select
        {{ keys | join(', ') }},
        run_end as segment_start,
        lead(run_end) over (partition by {{ keys | join(', ') }} order by run_end) as segment_stop,
        total,
        sum(change) over (partition by {{ keys | join(', ') }} order by run_end) as weight

    from changes

),

judged as (

    select *, case when {{ majority('weight', 'total') }} then 0 else 1 end as is_gap
    from segments
    where segment_stop is not null

),

numbered as (

    select *, sum(is_gap) over (partition by {{ keys | join(', ') }} order by segment_start) as n_gaps
    from judged

)

select {{ keys | join(', ') }}, min(segment_start) as run_start, max(segment_stop) as run_stop
from numbered
where is_gap = 0
group by {{ keys | join(', ') }}, n_gaps
{%- endmacro %}
