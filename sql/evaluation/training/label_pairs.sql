-- One row per item and two of its workers, of the labels that this trial learns from.
{{ config(materialized='view') }}

select pairs.*
from {{ ref('drawn_pairs') }} as pairs
inner join {{ base('trial') }} as trial on pairs.split_share < trial.train_share
