-- One row per label that was added although the worker has another on this item.
with

labels as (

    select item_id, worker_id from {{ ref('checked_additions') }} where problem is null

),

final as (

    select item_id, worker_id from labels
    intersect
    select item_id, worker_id from {{ ref('live_annotations') }}

    union all

    select item_id, worker_id from labels
    group by all
    having count(*) > 1

)

select * from final
