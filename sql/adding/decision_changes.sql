-- One row per item whose decision is another than before, or that is new.
with

{% if var('learns') -%}
before as (

    select * from {{ ref('item_decisions_before') }}

),

now as (

    select * from {{ ref('item_decisions_after') }}

),
{%- else -%}
before as (

    select * replace (substr(item_id, 2) as item_id) from {{ ref('item_decisions_both') }} where item_id like '-%'

),

now as (

    select * replace (substr(item_id, 2) as item_id) from {{ ref('item_decisions_both') }} where item_id like '+%'

),
{%- endif %}

final as (

    select
        now.item_id,

        before.n_labels as n_labels_before,
        now.n_labels,
        before.estimated_accuracy as estimated_accuracy_before,
        now.estimated_accuracy,
        before.decision as decision_before,
        now.decision,
        now.reason

    from now
    left join before on now.item_id = before.item_id
    where before.decision is distinct from now.decision

)

select * from final order by item_id
