{#
  Relation: where runs on a line cover more than half of the weight, as disjoint runs that do not touch.

  runs: keys, run_start, run_stop, share (of the weight of all)
  | item | run_start | run_stop | share |         | item | run_start | run_stop |
  | a    | 0         | 2        | 0.5   |   →     | a    | 1         | 2        |
  | a    | 1         | 3        | 0.5   |

  A sweep: the share changes only where a run starts or stops. At one place runs start before others stop, so that those
  that touch are one. With a share of 1 it is the union of the runs. The one-dimensional sister of majority_region.
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
        sides.direction * runs.share as change

    from {{ runs }} as runs
    cross join sides

),

swept as (

    select
        *,
        sum(change) over (
            partition by {{ keys | join(', ') }}
            order by run_end, change desc
            rows unbounded preceding
        ) as share

    from ends

),

turns as (  -- where the majority is won or lost; one of these follows the other

    select
        {{ keys | join(', ') }},
        change,
        run_end as run_start,
        lead(run_end) over (partition by {{ keys | join(', ') }} order by run_end, change desc) as run_stop

    from swept
    where ({{ majority('share', 1) }}) <> ({{ majority('share - change', 1) }})

)

select {{ keys | join(', ') }}, run_start, run_stop
from turns
where change > 0 and run_start < run_stop
{%- endmacro %}
