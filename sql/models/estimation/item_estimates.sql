-- One row per item, as the annotations stand now: its answer, and how accurate it is estimated to be.
with

labels as (

    select item_id, worker_id, label, label_type, position, {{ var('method') }} as estimate
    from {{ ref('label_estimates') }}

),

answers as (

    {{ answers('labels', ['item_id']) | indent(4) }}

),

decision_points as (

    select * from {{ ref('decision_points') }}

),

final as (

    select
        answers.item_id,

        answers.n_labels_compared as n_labels,
        answers.label,
        answers.label_type,
        answers.closest_worker_id,
        answers.agreement,
        answers.raw_accuracy,
        {{ logistic(
            logit(clip('answers.raw_accuracy', 0.01, 0.99))
            ~ ' + coalesce(decision_points.delta, 0) + coalesce(decision_points.epsilon, 0) * answers.agreement'
        ) }} as estimated_accuracy

    from answers
    left join decision_points on answers.n_labels_compared = decision_points.n_labels

)

select * from final
