-- One row per item of the sample: some that stand for all items with more than one label.
with

candidates as (

    select item_id from {{ ref('stg_annotations') }} where position = 2

),

final as (

    {{ first_items('candidates') | indent(4) }}

)

select * from final
