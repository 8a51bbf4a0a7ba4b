-- One row per policy that no other beats: none costs as little and is as good.
with

outcomes as (

    select *, row_number() over (order by {{ tie_safe('cost') }}, {{ tie_safe('accuracy') }} desc, policy) as place
    from {{ ref('plan_outcomes') }}

),

compared as (

    select
        *,
        max(accuracy) over (order by place rows between unbounded preceding and 1 preceding) as best_cheaper_accuracy

    from outcomes

),

final as (

    select policy, family, cost, accuracy
    from compared
    where best_cheaper_accuracy is null or {{ tie_safe('accuracy') }} > {{ tie_safe('best_cheaper_accuracy') }}

)

select * from final
