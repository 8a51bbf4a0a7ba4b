-- One row per estimator, training size, worker and label type: estimated and actual accuracy of the labels in all trials' tests.
select
    estimator,
    train_share,
    calibrated,
    audit_weight,
    worker_id,
    label_type,

    sum(n_labels)::bigint as n_labels,
    sum(sum_estimate) / sum(n_labels) as estimated,
    sum(sum_accuracy) / sum(n_labels) as actual

from {{ ref('trial_cells') }}
group by all
