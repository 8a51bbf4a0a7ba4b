-- One row per item and time that labels were added to it since the task was learned.
{{ config(materialized='incremental') }}

select distinct item_id from {{ ref('checked_additions') }} where problem is null
