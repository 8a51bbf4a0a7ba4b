-- One row per label of an audited item that this trial learns from: how similar it is to the truth.
{{ config(materialized='view') }}

select labels.item_id, labels.worker_id, labels.label_type, labels.accuracy as similarity
from {{ ref('stg_annotations') }} as labels
inner join {{ base('trial') }} as trial on labels.audit_share < trial.audit_share
where labels.accuracy is not null and {{ var('calibrated') }}
