-- One row per contender that puts answers together, and item of the test: the votes, as one number.
-- Where an answer depends on who outweighs whom, three labels leave few different votes, and an answer is put together once for each.
with

votes as (

    select votes.*, sum(weight) over (partition by contender, item_id) as total
    from {{ ref('votes') }} as votes
    where contender in (select contender from {{ ref('contenders') }} where aggregation = 'weighted')

),

ranked as (

    select
        *,
        dense_rank() over (partition by contender, item_id order by {{ tie_safe('weight') }}) as weight_rank,
        case
            when {{ majority('weight', 'total') }} then 2
            when {{ majority('total - weight', 'total') }} then 0
            else 1
        end as dominance

    from votes

),

final as (

    select
        contender,
        item_id,

        any_value(slate) as slate,
        {% if own_aggregate().endswith('__mean') -%}
        hash(list(weight order by seat)) as ballot
        {%- else -%}
        case
            when count(*) <= 3 then sum((3 * weight_rank + dominance) * 16 ** (seat - 1))::ubigint
            else hash(list(weight order by seat))
        end as ballot
        {%- endif %}

    from ranked
    group by contender, item_id

)

select * from final
