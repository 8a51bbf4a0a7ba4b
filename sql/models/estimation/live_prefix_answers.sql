-- One row per item and number of its first labels, as the annotations stand now: the answer after so many labels, and Ĉ.
with

labels as (

    select * from {{ ref('label_estimates') }}

),

first_labels as (

    {{ prefixes('labels') | indent(4) }}

),

final as (

    {{ answers('first_labels', ['item_id', 'n_labels']) | indent(4) }}

)

select * from final
