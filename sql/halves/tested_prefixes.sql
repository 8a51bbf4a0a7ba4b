-- One row per item of the other half and number of its first labels: what was estimated, and how good the answer really was.
with

answers as (

    select * from {{ ref('prefix_estimates') }} where n_labels <= 11 and estimated_accuracy is not null

),

truths as (

    select * from {{ ref('checked_audits') }} where problem is null

),

tested as (

    {{ similarities(
        left='answers',
        right='truths',
        left_keys=['item_id', 'n_labels'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=['l.item_id', 'l.n_labels', 'l.raw_accuracy', 'l.estimated_accuracy']
    ) | indent(4) }}

),

final as (

    select
        item_id,
        n_labels,
        raw_accuracy,
        estimated_accuracy,
        similarity as accuracy,
        true as is_audited,
        max(n_labels) over (partition by item_id) as n_labels_of_item

    from tested
    qualify n_labels_of_item > 1

)

select * from final
