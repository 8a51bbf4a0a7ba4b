-- One row per item that labels were added to and that had some: what was decided before.
select * from {{ ref('item_decisions') }}
