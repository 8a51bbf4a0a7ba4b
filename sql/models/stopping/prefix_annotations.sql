-- One row per label of an item that is audited or of the sample.
with

items as (

    select item_id from {{ ref('stg_audits') }}
    union distinct
    select item_id from {{ ref('prefix_items') }}

),

final as (

    select annotations.*
    from {{ ref('stg_annotations') }} as annotations
    inner join items on annotations.item_id = items.item_id

)

select * from final
