-- One row per label of these items, as the annotations stand once labels were added.
-- The estimates read this in place of all annotations: an engine would not see that a few items are enough.
with

annotations as (

    select * from {{ ref('checked_concerned') }} where problem is null

),

final as (

    {{ in_place_and_typed('annotations') | indent(4) }}

)

select * from final
