-- One row per item and worker: the labels that this trial learns from.
{{ config(materialized='view') }}

select labels.*
from {{ ref('drawn_labels') }} as labels
inner join {{ base('trial') }} as trial on labels.split_share < trial.train_share
