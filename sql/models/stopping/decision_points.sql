-- One row per number of labels t: how agreement shifts the estimate at this point (δ, ε), what one more label adds, and when to stop.
{{ config(materialized='view') }}

select
    shifts.n_labels,

    shifts.delta,
    shifts.epsilon,
    shifts.n_audits,
    gains.intercept as gain_intercept,
    gains.slope as gain_slope,
    thresholds.threshold

from {{ ref('point_shifts') }} as shifts
left join {{ from_point_on('point_gains') }} as gains on {{ is_in_force('gains', 'shifts.n_labels') }}
left join {{ from_point_on('thresholds') }} as thresholds on {{ is_in_force('thresholds', 'shifts.n_labels') }}
