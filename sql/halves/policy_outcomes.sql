-- One row per policy: its cost and accuracy on the half that was learned from, and on the other.
{%- macro outcomes(prefixes, policies) -%}
    select policy, family, avg(n_labels) as cost, avg(accuracy) as accuracy
    from ({{ stops(prefixes, policies) }})
    group by policy, family
{%- endmacro %}
with

raw_learned as (

    select * from {{ ref('raw_prefixes') }} where not is_tested

),

raw_tested as (

    select * from {{ ref('raw_prefixes') }} where is_tested

),

learned as (

    select policy, family, cost, accuracy from {{ ref('plan_outcomes') }}
    union all
    {{ outcomes('raw_learned', ref('raw_policies')) }}

),

tested as (

    {{ outcomes(ref('tested_prefixes'), ref('plan_policies')) }}
    union all
    {{ outcomes('raw_tested', ref('raw_policies')) }}

),

final as (

    select
        learned.family,
        learned.policy,
        learned.cost as learned_cost,
        learned.accuracy as learned_accuracy,
        tested.cost,
        tested.accuracy

    from learned
    inner join tested on learned.family = tested.family and learned.policy = tested.policy

)

select * from final
