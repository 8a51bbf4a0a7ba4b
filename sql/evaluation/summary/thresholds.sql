-- One row per contender, training size and threshold: what stopping from it costs, and how accurate it is, mean over trials.
select
    method,
    aggregation,
    weights,
    train_share,
    calibrated,
    audit_weight,
    step / 100 as threshold,

    avg(cost) as cost,
    avg(accuracy) as accuracy

from {{ ref('trial_thresholds') }}
where estimator <> 'none'
group by all
order by method, aggregation, weights, train_share, calibrated, audit_weight, threshold
