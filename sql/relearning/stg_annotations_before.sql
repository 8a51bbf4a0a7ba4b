-- One row per item and worker, of the items that labels were added to: the annotations that were learned from.
select *
from {{ base('stg_annotations') }}
where item_id in (select item_id from {{ base('added_items') }})
