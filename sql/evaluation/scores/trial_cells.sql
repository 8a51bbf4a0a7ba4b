-- One row per trial, estimator, worker and label type: the estimated and the actual accuracy of the labels in the test, and
-- whether they differ by no more than the interval and the chance in so many labels allow.
{{ config(materialized='incremental') }}

with

labels as (

    unpivot (
        select worker_id, label_type, accuracy, label_scatter, prior_variance, {{ estimators().split() | join(', ') }}
        from {{ ref('test_labels') }}
    )
    on {{ estimators().split() | join(', ') }} into name estimator value estimate

),

cells as (

    select
        estimator,
        worker_id,
        label_type,
        any_value(label_scatter) as label_scatter,
        any_value(prior_variance) as prior_variance,
        count(*) as n_labels,
        sum(estimate) as sum_estimate,
        sum(accuracy) as sum_accuracy,
        avg(estimate) as c,
        avg(accuracy) as actual

    from labels
    group by estimator, worker_id, label_type

)

select
    trial.seed,
    trial.train_share,
    {{ variant_keys() }},
    cells.estimator,
    cells.worker_id,
    cells.label_type,

    cells.n_labels,
    cells.sum_estimate,
    cells.sum_accuracy,
    pow(cells.actual - cells.c, 2) <= pow(1.959964, 2) * (
        cells.c * (1 - cells.c) * (cells.label_scatter + parameters.dispersion / cells.n_labels) + cells.prior_variance
    ) as is_covered

from cells
cross join {{ ref('hoak_parameters') }} as parameters
cross join {{ base('trial') }} as trial
