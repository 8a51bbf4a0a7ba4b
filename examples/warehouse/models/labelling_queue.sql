-- One row per item to send out again, the least certain first.
select
    item_id,
    n_labels,
    estimated_accuracy,
    row_number() over (order by estimated_accuracy, item_id) as place

from {{ ref('oakdb', 'item_decisions') }}
where decision = 'ask'
