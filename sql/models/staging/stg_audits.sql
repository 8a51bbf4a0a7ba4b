-- One row per audited item: the auditor's label, taken as the truth.
with

audits as (

    select item_id, label, row_number() over (partition by item_id order by {{ label_order('label') }}) as place
    from {{ ref('checked_audits') }}
    where problem is null

)

select item_id, label from audits where place = 1
