-- One row per number of labels t: how many items have so many, or more.
-- The counts as they were, less those of the items that labels were added to, and with these as they are now.
with

parts as (

    select n_labels, n_items from {{ base('item_counts') }}

    union all

    select position as n_labels, 1 as n_items from {{ ref('live_annotations_after') }}

    union all

    select position as n_labels, -1 as n_items from {{ ref('live_annotations_before') }}

),

final as (

    select n_labels, cast(sum(n_items) as bigint) as n_items
    from parts
    group by n_labels

)

select * from final
