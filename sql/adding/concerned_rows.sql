-- One row per input row that was there before labels were added: of these items, and for learning of those alone where a worker has more than one.
select *
from {{ input_relation(var('annotations')) }}
where {{ as_text(quoted(var('item_column'))) }} in (select item_id from {{ ref('repeated_items' if var('learns') else 'concerned_items') }})
