-- One row per item that is done: after how many labels it was stopped, and its answer then.
-- Of the first batch, of which nothing is known, all labels are bought.
{{ config(materialized='incremental') }}

with

prefixes as (

    select
        prefixes.item_id,
        prefixes.n_labels,
        prefixes.label,
        prefixes.estimated_accuracy,
        items.batch,
        prefixes.n_labels = items.n_labels_of_item as is_last,
        prefixes.has_evidence and prefixes.estimated_accuracy >= thresholds.threshold and items.batch > 0 as is_enough

    from {{ ref('prefix_estimates') }} as prefixes
    inner join (select distinct item_id, batch, n_labels_of_item from {{ ref('arrivals') }}) as items
        on prefixes.item_id = items.item_id
    left join {{ from_point_on('thresholds') }} as thresholds on {{ is_in_force('thresholds', 'prefixes.n_labels') }}

),

final as (

    select batch, item_id, n_labels, label, estimated_accuracy
    from prefixes
    where is_last or is_enough
    qualify row_number() over (partition by item_id order by n_labels) = 1

)

select * from final
