-- One row per trial and contender: RAUC, the saving at parity, and the ends of its curve and of the baseline.
{{ config(materialized='incremental') }}

with

points as (

    select * from {{ ref('curve_points') }}

),

trapezoids as (

    select
        *,
        (cost - lag(cost) over by_cost) * (accuracy + lag(accuracy) over by_cost) / 2 as area

    from points
    window by_cost as (partition by contender order by cost)

),

curves as (

    select
        contender,
        sum(area) as area,
        min(cost) as cost_one,
        arg_min(accuracy, cost) as accuracy_one,
        arg_max(accuracy, cost) as accuracy_all

    from trapezoids
    group by contender

),

baseline as (  -- the straight line from one label each to all labels of every item

    select
        curves.accuracy_all,
        (1 - curves.cost_one) * (curves.accuracy_one + curves.accuracy_all) / 2 as area

    from curves
    inner join {{ ref('contenders') }} as contenders on curves.contender = contenders.contender
    where contenders.method = 'Uniform'

),

parity as (

    select points.contender, min(points.cost) as cost
    from points
    inner join baseline on points.accuracy >= baseline.accuracy_all - 1e-12
    group by points.contender

),

final as (

    select
        {{ trial_keys() }},

        curves.area / baseline.area - 1 as rauc,
        1 - parity.cost as saving_at_parity,
        curves.cost_one,
        curves.accuracy_one,
        curves.accuracy_all,
        baseline.accuracy_all as baseline_accuracy

    from curves
    inner join {{ ref('contenders') }} as contenders on curves.contender = contenders.contender
    cross join {{ base('trial') }} as trial
    cross join baseline
    left join parity on curves.contender = parity.contender

)

select * from final
