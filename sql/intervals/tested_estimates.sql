-- One row per label of an item that was not learned from (for its worker, and for worker and type) and per answer after so many of
-- its labels: the accuracy that was estimated, half the width of the interval that was given with it, and the actual accuracy.
with

labels as (

    select * from {{ ref('live_annotations') }}

),

answers as (

    select * from {{ ref('prefix_estimates') }} where estimated_accuracy is not null

),

truths as (

    select * from {{ ref('checked_audits') }} where problem is null

),

tested_labels as (

    {{ similarities(
        left='labels',
        right='truths',
        left_keys=['item_id', 'worker_id'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=['l.worker_id', 'l.label_type']
    ) | indent(4) }}

),

tested_answers as (

    {{ similarities(
        left='answers',
        right='truths',
        left_keys=['item_id', 'n_labels'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=[
            'l.n_labels', 'l.closest_worker_id', 'l.label_type', 'l.estimated_accuracy', 'l.accuracy_low', 'l.accuracy_high'
        ]
    ) | indent(4) }}

),

estimates as (

    select 'worker' as grain, 1 as n_labels, labels.worker_id, '*all*' as label_type, labels.similarity as accuracy,
        known.estimated_accuracy, known.accuracy_low, known.accuracy_high
    from tested_labels as labels
    inner join {{ ref('worker_competence') }} as known on labels.worker_id = known.worker_id

    union all

    select 'worker and type', 1, labels.worker_id, labels.label_type, labels.similarity,
        known.estimated_accuracy, known.accuracy_low, known.accuracy_high
    from tested_labels as labels
    inner join {{ ref('worker_type_competence') }} as known
        on labels.worker_id = known.worker_id and labels.label_type = known.label_type

    union all

    select 'item', n_labels, closest_worker_id, label_type, similarity, estimated_accuracy, accuracy_low, accuracy_high
    from tested_answers

),

final as (  -- an interval that ends at 0 or 1 shows its width on the other side

    select
        grain,
        n_labels,
        worker_id,
        label_type,
        accuracy,
        estimated_accuracy,
        greatest(accuracy_high - estimated_accuracy, estimated_accuracy - accuracy_low) as reach

    from estimates
    where estimated_accuracy is not null

)

select * from final
