-- One row per audited item and number of its first labels: the answer after so many labels.
with

labels as (

    select * from {{ ref('audited_estimates') }}

),

final as (

    {{ answers('labels', ['item_id', 'n_labels']) | indent(4) }}

)

select * from final
