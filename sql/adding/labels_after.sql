-- One row per label of these items that was learned from or added since. Of a worker's labels on an item the first counts: which one
-- that is does not change by those that were left out, and so what was learned from stands for all rows of that time.
{{ config(materialized='view', enabled=var('learns')) }}
{%- set given_type = ', label_type as given_type' if partition_name() == 'column' %}

select item_id, worker_id, label, arrived_at{{ given_type }}, cast(null as varchar) as problem
from {{ ref('live_annotations_before') }}

union all by name

select *, null as problem from {{ ref('added_labels') }}
