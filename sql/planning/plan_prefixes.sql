-- One row per item that a plan is made on and number of its first labels, at most eleven: the estimate on which it is decided whether to
-- stop, and how good the answer is, where it is audited; with fewer than ten audited items, of all items by the estimate itself.
with

answers as (

    select answers.*, audited.accuracy, count(audited.accuracy) filter (answers.n_labels = 2) over () >= 10 as is_audited
    from {{ ref('prefix_answers') }} as answers
    left join {{ ref('audited_prefixes') }} as audited
        on answers.item_id = audited.item_id and answers.n_labels = audited.n_labels

),

estimates as (

    {{ with_shifts('answers') | indent(4) }}

),

final as (

    select
        item_id,
        n_labels,

        estimated_accuracy,
        case when is_audited then accuracy else estimated_accuracy end as accuracy,
        is_audited,
        max(n_labels) over (partition by item_id) as n_labels_of_item

    from estimates
    where n_labels <= 11 and estimated_accuracy is not null
    qualify n_labels_of_item > 1

)

select * from final
