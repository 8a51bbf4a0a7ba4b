-- One row per audit that is known at this step: of some items that are done.
{{ config(materialized='view') }}

select raw.*
from {{ base('raw_audits') }} as raw
where
    {{ as_text('raw.' ~ quoted(var('item_column'))) }} in (
        select arrivals.item_id
        from {{ ref('arrivals') }} as arrivals
        inner join {{ ref('purchases') }} as purchases on arrivals.item_id = purchases.item_id
        where arrivals.is_audited
    )
