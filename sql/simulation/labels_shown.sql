-- One row per annotation that is seen at this step: to learn, what was bought so far; to decide, the labels of the batch.
{{ config(materialized='view') }}

with

shown as (

    select arrivals.item_id, arrivals.worker_id
    from {{ ref('arrivals') }} as arrivals
    cross join {{ ref('step') }} as step
    left join {{ ref('purchases') }} as purchases on arrivals.item_id = purchases.item_id
    where
        case
            when step.is_learning and step.batch > 0 then arrivals.position <= purchases.n_labels
            else arrivals.batch = step.batch
        end

)

select raw.*
from {{ base('raw_annotations') }} as raw
inner join shown
    on {{ as_text('raw.' ~ quoted(var('item_column'))) }} = shown.item_id
    and {{ as_text('raw.' ~ quoted(var('worker_column'))) }} = shown.worker_id
