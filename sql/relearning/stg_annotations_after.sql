-- One row per item and worker, of the items that labels were added to: the annotations as they stand now.
with

annotations as (

    select *
    from {{ base('checked_annotations') }}
    where problem is null and item_id in (select item_id from {{ base('added_items') }})

),

final as (

    {{ in_place_and_typed('annotations') | indent(4) }}

)

select * from final
