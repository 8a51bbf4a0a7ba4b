-- One row per policy and number of labels: the same threshold at all points, on Ĉ. As the paper's figure has it.
{%- set levels = '[' ~ range(1, 40) | join(' / 40, ') ~ ' / 40]' %}
with

thresholds as (

    select distinct unnest(quantile_disc(estimated_accuracy, {{ levels }})) as threshold
    from {{ ref('raw_prefixes') }}
    where not is_tested and n_labels < n_labels_of_item

),

points as (

    select distinct n_labels, n_labels = max(n_labels) over () as is_last from {{ ref('plan_policies') }}

),

final as (

    select
        row_number() over (partition by points.n_labels order by thresholds.threshold) as policy,
        'shared on Ĉ' as family,
        points.n_labels,
        case when points.is_last then 0 else thresholds.threshold end as threshold

    from thresholds
    cross join points

)

select * from final
