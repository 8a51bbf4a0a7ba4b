-- One row per number of labels: how well the estimate before and after the shift follows the actual accuracy.
with

estimates as (

    unpivot (select item_id, n_labels, accuracy, raw_accuracy, estimated_accuracy from {{ ref('tested_prefixes') }})
    on raw_accuracy, estimated_accuracy
    into name estimator value estimate

),

binned as (

    select *, ntile(10) over (partition by n_labels, estimator order by estimate, item_id) as bin from estimates

),

bins as (

    select n_labels, estimator, bin, count(*) as n_items, abs(avg(estimate) - avg(accuracy)) as error
    from binned
    group by n_labels, estimator, bin

),

errors as (

    select n_labels, estimator, sum(n_items * error) / sum(n_items) as ece
    from bins
    group by n_labels, estimator

),

correlations as (

    select n_labels, estimator, count(*) as n_items, corr(estimate, accuracy) as correlation
    from estimates
    group by n_labels, estimator

),

final as (

    select correlations.*, errors.ece
    from correlations
    inner join errors on correlations.n_labels = errors.n_labels and correlations.estimator = errors.estimator

)

select * from final
