-- One row per label of the items that labels are added to, as the annotations stand now.
-- The views of the estimates read this in place of all annotations: an engine would not see that a few items are enough.
{{ config(materialized='view') }}

with

annotations as (

    select *
    from {{ ref('checked_annotations') }}
    where
        problem is null
        and item_id in (select item_id from {{ ref('checked_additions') }} where problem is null)

),

final as (

    {{ in_place_and_typed('annotations') | indent(4) }}

)

select * from final
