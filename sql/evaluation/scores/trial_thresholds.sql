-- One row per trial, contender and threshold from 0 to 1 in hundredths: what stopping from it costs, and how accurate it is.
{{ config(materialized='incremental') }}

select
    {{ trial_keys() }},
    steps.step,

    points.cost,
    points.accuracy

from {{ ref('contenders') }} as contenders
cross join range(101) as steps (step)
cross join {{ base('trial') }} as trial
asof join {{ ref('curve_points') }} as points
    on contenders.contender = points.contender and steps.step / 100 <= points.threshold
