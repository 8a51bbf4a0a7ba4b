-- One row per trial, estimator, worker and label type: the estimated and the actual accuracy of the labels in the test.
{{ config(materialized='incremental') }}

with

labels as (

    unpivot (
        select worker_id, label_type, accuracy, {{ estimators().split() | join(', ') }} from {{ ref('test_labels') }}
    )
    on {{ estimators().split() | join(', ') }} into name estimator value estimate

)

select
    trial.seed,
    trial.train_share,
    {{ variant_keys() }},
    labels.estimator,
    labels.worker_id,
    labels.label_type,

    count(*) as n_labels,
    sum(labels.estimate) as sum_estimate,
    sum(labels.accuracy) as sum_accuracy

from labels
cross join {{ base('trial') }} as trial
group by all
