-- One row per price of a label and decision point: the threshold at which it pays to stop, if later points are decided well.
-- From the last point back to the first: an answer is kept if it is worth more than what comes after, less the price of a label. By the
-- estimates, which are calibrated and less noisy than the audits; it is the audits that choose among the policies.
{%- set points = range(var('n_points'), 0, -1) %}
with

prices as (

    select price_number, 0.0002 * pow(1.15, price_number) as price from range(60) as numbers (price_number)

),

items as (

    select
        item_id,
        max(n_labels) as n_labels,
        {%- for t in range(1, var('n_points') + 2) %}
        max(estimated_accuracy) filter (n_labels = {{ t }}) as estimate_{{ t }}{{ ',' if not loop.last }}
        {%- endfor %}

    from {{ ref('plan_prefixes') }}
    group by item_id

),

values_{{ var('n_points') + 1 }} as (

    select items.*, prices.*, items.estimate_{{ var('n_points') + 1 }} as value
    from items
    cross join prices

),
{% for t in points %}
gains_{{ t }} as (  -- of stopping here, in total, if the threshold is the item's estimate; an item without more labels has no say

    select
        *,
        sum(estimate_{{ t }} - (value - price)) over (partition by price_number order by estimate_{{ t }} desc) as total_gain

    from values_{{ t + 1 }}

),

thresholds_{{ t }} as (

    select
        price_number,
        coalesce(
            first(estimate_{{ t }} order by {{ tie_safe('total_gain') }} desc, estimate_{{ t }} desc)
                filter (value is not null and total_gain > 0),
            1
        ) as threshold

    from gains_{{ t }}
    group by price_number

),

values_{{ t }} as (

    select
        gains.* exclude (value, total_gain),
        case
            when gains.n_labels = {{ t }} or gains.estimate_{{ t }} >= thresholds.threshold then gains.estimate_{{ t }}
            else gains.value - gains.price
        end as value

    from gains_{{ t }} as gains
    inner join thresholds_{{ t }} as thresholds on gains.price_number = thresholds.price_number

),
{% endfor %}
final as (
    {% for t in points %}
    {{ 'union all' if not loop.first }}
    select price_number, {{ t }} as n_labels, threshold from thresholds_{{ t }}
    {%- endfor %}

)

select * from final
