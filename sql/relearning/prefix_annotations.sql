-- One row per label of an item that is audited or of the sample.
-- Those of the items that labels were added to, and of the others as they were: what is new in the sample is among the first.
with

items as (

    select item_id from {{ ref('stg_audits') }}
    union distinct
    select item_id from {{ ref('prefix_items') }}

),

annotations as (

    select *
    from {{ base('prefix_annotations') }}
    where item_id not in (select item_id from {{ ref('concerned_items') }})

    union all

    select * from {{ ref('live_annotations_after') }}

),

final as (

    select annotations.*
    from annotations
    inner join items on annotations.item_id = items.item_id

)

select * from final
