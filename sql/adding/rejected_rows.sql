-- One row per row that was added and left out: where it came from, what it said, and why.
{{ config(materialized='incremental') }}

select 'annotations' as source, input_row as {{ quoted('row') }}, problem as reason
from {{ ref('checked_additions') }}
where problem is not null
