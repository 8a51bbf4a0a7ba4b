-- One row per estimator, training size and tenth of the labels by estimate: estimated and actual accuracy over all trials.
select
    estimator,
    train_share,
    calibrated,
    audit_weight,
    bin,

    sum(n_labels)::bigint as n_labels,
    sum(sum_estimate) / sum(n_labels) as estimated,
    sum(sum_accuracy) / sum(n_labels) as actual

from {{ ref('trial_bins') }}
group by all
order by estimator, train_share, calibrated, audit_weight, bin
