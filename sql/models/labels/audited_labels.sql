-- One row per label of an audited item: how similar it is to the truth.
with

audits as (

    select * from {{ ref('stg_audits') }}

),

annotations as (

    select annotations.*
    from {{ ref('stg_annotations') }} as annotations
    inner join audits on annotations.item_id = audits.item_id

),

final as (

    {{ similarities(
        left='annotations',
        right='audits',
        left_keys=['item_id', 'worker_id'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=['l.item_id', 'l.worker_id', 'l.label_type']
    ) | indent(4) }}

)

select * from final
