-- One row per audited item that this trial learns from: its truth.
{{ config(materialized='view') }}

select distinct audits.item_id, audits.label
from {{ base('stg_audits') }} as audits
inner join {{ ref('stg_annotations') }} as labels on audits.item_id = labels.item_id
inner join {{ base('trial') }} as trial on labels.audit_share < trial.audit_share
where {{ var('calibrated') }}
