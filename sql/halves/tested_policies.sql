-- One row per price of a label and family of policies: the one that is best on the half that was learned from, and its worth on the other.
with

prices as (

    select unnest([0.005, 0.01, 0.02, 0.05, 0.1, 0.2]) as price

),

outcomes as (

    select * from {{ ref('policy_outcomes') }}

    union all

    select * replace ('planned' as family) from {{ ref('policy_outcomes') }} where family <> 'shared on Ĉ'

),

worths as (

    select
        prices.price,
        outcomes.*,
        outcomes.learned_accuracy - prices.price * outcomes.learned_cost as learned_worth,
        outcomes.accuracy - prices.price * outcomes.cost as worth

    from outcomes
    cross join prices

),

final as (

    select price, family, policy, learned_worth, cost, accuracy, worth
    from worths
    qualify row_number() over (partition by price, family order by {{ tie_safe('learned_worth') }} desc, policy) = 1

)

select * from final
