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

clipped as (

    select *, {{ clip('raw_accuracy', 0.01, 0.99) }} as c from answers

),

shifted as (

    select
        clipped.*,
        {{ logistic(
            logit('clipped.c')
            ~ ' + coalesce(decision_points.delta, 0) + coalesce(decision_points.epsilon, 0) * clipped.agreement'
        ) }} as estimated_accuracy

    from clipped
    left join decision_points on clipped.n_labels_compared = decision_points.n_labels

),

reaching as (  -- an accuracy that is a function of C moves as far as its slope says

    select *, {{ reach('c') }} * estimated_accuracy * (1 - estimated_accuracy) / (c * (1 - c)) as reach from shifted

),

final as (

    select
        item_id,

        n_labels_compared as n_labels,
        label,
        label_type,
        closest_worker_id,
        agreement,
        raw_accuracy,
        estimated_accuracy,
        {{ accuracy_interval('estimated_accuracy', 'reach') | indent(8) }}

    from reaching

)

select * from final
