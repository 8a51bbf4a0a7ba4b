-- One row per trial, estimator and tenth of the labels in the test by estimate: the estimated and the actual accuracy.
{{ config(materialized='incremental') }}

with

labels as (

    unpivot (
        select item_id, worker_id, accuracy, {{ estimators().split() | join(', ') }} from {{ ref('test_labels') }}
    )
    on {{ estimators().split() | join(', ') }} into name estimator value estimate

),

binned as (

    select *, ntile(10) over (partition by estimator order by round(estimate, 12), item_id, worker_id) as bin
    from labels

)

select
    trial.seed,
    trial.train_share,
    {{ variant_keys() }},
    binned.estimator,
    binned.bin,

    count(*) as n_labels,
    sum(binned.estimate) as sum_estimate,
    sum(binned.accuracy) as sum_accuracy

from binned
cross join {{ base('trial') }} as trial
group by all
