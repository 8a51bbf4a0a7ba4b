-- One row per input row of these items that was there before labels were added.
select *
from {{ input_relation(var('annotations')) }}
where {{ as_text(quoted(var('item_column'))) }} in (select item_id from {{ ref('concerned_items') }})
