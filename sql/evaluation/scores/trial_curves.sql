-- One row per trial, contender and place between the cheapest and the dearest point (0 … 50): its curve, and the baseline.
{{ config(materialized='incremental') }}

with

points as (  -- each with the next dearer one: the curve is the line between them

    select
        *,
        lead(cost) over by_cost as next_cost,
        lead(accuracy) over by_cost as next_accuracy,
        min(cost) over (partition by contender) as cost_one

    from {{ ref('curve_points') }}
    window by_cost as (partition by contender order by cost)

),

places as (

    select contender, place, cost_one + (1 - cost_one) * place / 50 as cost
    from (select contender, any_value(cost_one) as cost_one from points group by contender) as contenders
    cross join range(51) as places (place)

),

read as (

    select
        places.contender,
        places.place,
        places.cost,
        points.accuracy
        + coalesce(
            (points.next_accuracy - points.accuracy) * (places.cost - points.cost) / (points.next_cost - points.cost), 0
        ) as accuracy

    from places
    asof join points on places.contender = points.contender and places.cost >= points.cost

),

final as (

    select
        {{ trial_keys() }},
        read.place,

        read.cost,
        read.accuracy,
        uniform.accuracy as uniform_accuracy

    from read
    inner join {{ ref('contenders') }} as contenders on read.contender = contenders.contender
    inner join {{ ref('contenders') }} as uniforms on uniforms.method = 'Uniform'
    inner join read as uniform on uniforms.contender = uniform.contender and read.place = uniform.place
    cross join {{ base('trial') }} as trial

)

select * from final
