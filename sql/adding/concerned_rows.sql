-- One row per input row of these items: those that were there, and then also those that are added.
select *
from {{ input_relation(var('annotations')) }}
where {{ as_text(quoted(var('item_column'))) }} in (select item_id from {{ ref('concerned_items') }})
