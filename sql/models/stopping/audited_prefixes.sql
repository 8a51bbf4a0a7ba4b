-- One row per audited item and number of its first labels: the answer after so many labels, and how good it really was.
with

answers as (

    select * from {{ ref('prefix_answers') }}

),

audits as (

    select * from {{ ref('stg_audits') }}

),

final as (

    {{ similarities(
        left='answers',
        right='audits',
        left_keys=['item_id', 'n_labels'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=['l.item_id', 'l.n_labels', 'l.label', 'l.label_type', 'l.agreement', 'l.raw_accuracy']
    ) | indent(4) }}

)

select item_id, n_labels, label, label_type, agreement, raw_accuracy, similarity as accuracy from final
