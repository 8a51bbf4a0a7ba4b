-- One row per worker with a competence: the ability a of the item response curves.
select
    cells.worker_id,

    sum(cells.v * types.separation * (cells.y - types.intercept))
    / (sum(cells.v * types.separation * types.separation) + 1) as ability

from {{ ref('irt_cells') }} as cells
inner join {{ ref('irt_types') }} as types on cells.label_type = types.label_type
group by cells.worker_id
