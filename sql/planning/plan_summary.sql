-- One row: the policy that was chosen, what is expected of it, and 95 % intervals by bootstrap over items.
{%- set poisson_levels = '[0.367879, 0.735759, 0.919699, 0.981012, 0.996340, 0.999406, 0.999917]' %}
with

chosen as (

    select policies.*
    from {{ ref('plan_policies') }} as policies
    inner join {{ ref('plan_choice') }} as choice on policies.policy = choice.policy

),

stops as (

    {{ stops(ref('plan_prefixes'), 'chosen') | indent(4) }}

),

draws as (  -- an item is drawn none, one or more times, by a hash: Poisson with mean 1

    select
        draw,
        stops.*,
        ('0x' || left(md5(stops.item_id || '|' || draw), 8))::bigint / 4294967296 as u

    from stops
    cross join range(200) as draws (draw)

),

weighted as (

    select *, len(list_filter({{ poisson_levels }}, lambda level: u >= level)) as weight from draws

),

resampled as (

    select
        draw,
        sum(weight * n_labels) / sum(weight) as cost,
        sum(weight * accuracy) / sum(weight) as accuracy,
        1000 * sum(weight * (n_labels_of_item - n_labels)) / sum(weight) as saved_per_1000

    from weighted
    group by draw
    having sum(weight) > 0

),

expected as (

    select
        count(*) as n_items,
        bool_and(is_audited) as is_audited,
        avg(n_labels) as cost,
        avg(accuracy) as accuracy,
        1000 * avg(n_labels_of_item - n_labels) as saved_per_1000

    from stops

),

intervals as (

    select
        {%- for name in ('cost', 'accuracy', 'saved_per_1000') %}
        quantile_cont({{ name }}, 0.025) as {{ name }}_low,
        quantile_cont({{ name }}, 0.975) as {{ name }}_high{{ ',' if not loop.last }}
        {%- endfor %}

    from resampled

),

final as (

    select
        '{{ var('goal') }}' as goal,
        {{ as_double(var('target')) }} as target,
        case when expected.is_audited then 'audits' else 'estimates' end as evidence,
        expected.n_items,
        (select list(threshold order by n_labels) from chosen) as thresholds,
        {%- for name in ('cost', 'accuracy', 'saved_per_1000') %}
        expected.{{ name }},
        intervals.{{ name }}_low,
        intervals.{{ name }}_high{{ ',' if not loop.last }}
        {%- endfor %}

    from expected
    cross join intervals

)

select * from final
