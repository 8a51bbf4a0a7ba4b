-- One row per input row of the items that labels are added to: those that were there, and then also those that are added.
select *
from {{ ref('checked_annotations') }}
where item_id in (select item_id from {{ ref('checked_additions') }} where problem is null)
