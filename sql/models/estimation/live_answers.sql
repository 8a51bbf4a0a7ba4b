-- One row per item, as the annotations stand now: the answer of its labels, and Ĉ.
-- A view of its own, as the next one: Spark plans views one by one, and both at once are more than it takes.
{%- set labels -%}
select item_id, worker_id, label, label_type, position, {{ var('method') }} as estimate
from {{ ref('label_estimates') }}
{%- endset %}
{{ answers(labels, ['item_id']) }}
