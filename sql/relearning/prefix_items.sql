-- One row per item of the sample: those of before, or others that labels were added to and that come first now.
with

candidates as (

    select item_id from {{ base('prefix_items') }}
    union distinct
    select item_id from {{ ref('live_annotations_after') }} where position = 2

),

final as (

    {{ first_items('candidates') | indent(4) }}

)

select * from final
