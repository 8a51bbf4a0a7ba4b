-- One row per estimator, training size and label type (`*all*`: all): Pearson's correlation of estimated and actual accuracy
-- over (worker, type), each counting with its labels; the labels of all trials together.
with

cells as (

    select * from {{ ref('calibration_cells') }}

    union all

    select * replace ('*all*' as label_type) from {{ ref('calibration_cells') }}

),

centred as (

    select
        *,
        estimated - sum(n_labels * estimated) over of_type / sum(n_labels) over of_type as x,
        actual - sum(n_labels * actual) over of_type / sum(n_labels) over of_type as y

    from cells
    window of_type as (partition by estimator, train_share, calibrated, audit_weight, label_type)

)

select
    estimator,
    train_share,
    calibrated,
    audit_weight,
    label_type,

    count(*) as n_cells,
    {{ divide('sum(n_labels * x * y)', 'sqrt(sum(n_labels * x * x) * sum(n_labels * y * y))') }} as correlation

from centred
group by all
