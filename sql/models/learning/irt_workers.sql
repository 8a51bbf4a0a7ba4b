-- One row per worker with a competence: the ability a of the item response curves.
select worker_id, max(ability) as ability
from {{ ref('irt_cells') }}
group by worker_id
