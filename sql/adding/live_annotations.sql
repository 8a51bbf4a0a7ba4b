-- One row per label of the items that labels are added to, as the annotations stand now.
-- The views of the estimates read this in place of all annotations: an engine would not see that a few items are enough.
with

annotations as (

    select * from {{ ref('checked_concerned') }} where problem is null

),

final as (

    {{ in_place_and_typed('annotations') | indent(4) }}

)

select * from final
