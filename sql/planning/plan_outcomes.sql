-- One row per policy: what it costs in labels per item, and how good the answers are at which it stops.
with

stops as (

    {{ stops(ref('plan_prefixes'), ref('plan_policies')) | indent(4) }}

),

final as (

    select policy, family, avg(n_labels) as cost, avg(accuracy) as accuracy
    from stops
    group by policy, family

)

select * from final
