-- One row per label that can be bought: when its item comes up, and its place among the labels of the item.
with

labels as (

    select item_id, worker_id, position, arrived_at
    from {{ base('stg_annotations') }}
    {%- if var('max_labels') is not none %}
    where position <= {{ var('max_labels') }}
    {%- endif %}

),

items as (

    select
        labels.item_id,
        row_number() over (order by min(labels.arrived_at) nulls last, md5(labels.item_id)) as item_number,
        ('0x' || left(md5('audit|' || labels.item_id), 8))::bigint / 4294967296 < {{ var('audit_share') }} as is_audited

    from labels
    inner join {{ base('stg_audits') }} as truths on labels.item_id = truths.item_id
    group by labels.item_id

),

final as (

    select
        labels.item_id,
        labels.worker_id,
        labels.position,
        max(labels.position) over (partition by labels.item_id) as n_labels_of_item,
        (items.item_number - 1) // {{ var('every') }} as batch,
        items.is_audited

    from labels
    inner join items on labels.item_id = items.item_id

)

select * from final
