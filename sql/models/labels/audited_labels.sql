-- One row per label of an audited item: how similar it is to the truth.
{{ config(
    materialized=per_item_materialization(),
    incremental_strategy='append',
    pre_hook='{{ drop_changed_items() }}'
) }}

with

audits as (

    select * from {{ ref('stg_audits') }}

),

labels as (

    {{ items_to_do(ref('stg_annotations')) | indent(4) }}

),

annotations as (

    select labels.*
    from labels
    inner join audits on labels.item_id = audits.item_id

),

final as (

    {{ similarities(
        left='annotations',
        right='audits',
        left_keys=['item_id', 'worker_id'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=['l.item_id', 'l.worker_id', 'l.label_type', 'l.fingerprint']
    ) | indent(4) }}

)

select * from final
