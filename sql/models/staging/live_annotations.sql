-- One row per item and worker, as the annotations stand now: the label, its type and its place in the item's arrival order.
{{ config(materialized='view') }}

with

annotations as (

    select * from {{ ref('checked_annotations') }} where problem is null

),

final as (

    {{ in_place_and_typed('annotations') | indent(4) }}

)

select * from final
