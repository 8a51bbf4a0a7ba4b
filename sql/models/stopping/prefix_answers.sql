-- One row per item of the sample and number of its first labels: the answer after so many labels.
with

labels as (

    select * from {{ ref('prefix_labels') }}

),

final as (

    {{ answers('labels', ['item_id', 'n_labels']) | indent(4) }}

)

select * from final
