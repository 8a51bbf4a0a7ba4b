-- One row per contender that puts answers together, and item of the test: the votes, as one number.
-- Where an answer depends on who outweighs whom, three labels leave few different votes, and an answer is put together once for each.
{%- set is_counted = not own_aggregate().endswith('__mean') %}

with

votes as (

    select
        contender,
        item_id,

        any_value(slate) as slate,
        list(weight order by seat) as weights

    from {{ ref('votes') }}
    where contender in (select contender from {{ ref('contenders') }} where aggregation = 'weighted')
    group by contender, item_id

),

final as (

    select
        contender,
        item_id,

        slate,
        {% if is_counted -%}
        case
            when len(weights) <= 3
                then hash([
                    {%- for a, b in [(1, 2), (1, 3), (2, 3)] %}
                    sign({{ tie_safe('weights[' ~ a ~ ']') }} - {{ tie_safe('weights[' ~ b ~ ']') }}),
                    {%- endfor %}
                    {%- for seat in range(1, 4) %}
                    case
                        when {{ majority('weights[' ~ seat ~ ']', 'list_sum(weights)') }} then 1
                        when {{ majority('list_sum(weights) - weights[' ~ seat ~ ']', 'list_sum(weights)') }} then -1
                    end
                    {{- ',' if not loop.last }}
                    {%- endfor %}
                ])
            else hash(weights)
        end as ballot
        {%- else -%}
        hash(weights) as ballot
        {%- endif %}

    from votes

)

select * from final
