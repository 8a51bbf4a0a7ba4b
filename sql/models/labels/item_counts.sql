-- One row per number of labels t: how many items have so many, or more.
select position as n_labels, count(*) as n_items
from {{ ref('stg_annotations') }}
group by position
