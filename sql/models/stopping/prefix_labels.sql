-- One row per item of the sample, number of its first labels, and label among these: what the chosen method says of the label.
-- A table of its own, as the next one: what reads it does so many times, and Spark would compute it as often.
with

found as (

    select * from {{ ref('prefix_annotations') }}

),

measured as (

    select chosen.item_id, count(*) as n_labels
    from found
    inner join {{ ref('prefix_items') }} as chosen on found.item_id = chosen.item_id
    group by chosen.item_id

),

numbered as (  -- an item has prefixes by the square of its labels: fewer items are enough where each has many

    select
        item_id,
        sum(n_labels * n_labels) over (order by {{ binary_order(hex_md5('item_id')) }}, {{ binary_order('item_id') }}) - n_labels * n_labels as n_before

    from measured

),

items_with_more_labels as (

    select item_id from numbered where n_before < 1000000

),

items as (

    select item_id from {{ ref('stg_audits') }}
    union distinct
    select item_id from items_with_more_labels

),

annotations as (

    select found.*
    from found
    inner join items on found.item_id = items.item_id

),

labels as (

    {{ with_estimates('annotations') | indent(4) }}

),

final as (

    {{ prefixes('labels') | indent(4) }}

)

select * from final
