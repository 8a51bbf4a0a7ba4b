-- One row per contender, training size and place between the cheapest and the dearest point: the mean curve over trials.
select
    method,
    aggregation,
    weights,
    train_share,
    calibrated,
    audit_weight,

    avg(cost) as cost,
    avg(accuracy) as accuracy,
    avg(uniform_accuracy) as uniform_accuracy

from {{ ref('trial_curves') }}
where estimator <> 'none' or not calibrated
group by method, aggregation, weights, train_share, calibrated, audit_weight, place
order by method, aggregation, weights, train_share, calibrated, audit_weight, place
