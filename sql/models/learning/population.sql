-- One row per label type, and `*all*`: how good its labels are on the whole (c̄), and how similar by chance (p⁰).
with

competence as (

    select * from {{ ref('competence') }}

),

base_rates as (

    select * from {{ ref('base_rates') }}

),

means as (

    select
        label_type,
        cast(sum(n_labels) as bigint) as n_labels,
        {{ divide('sum(n_labels * competence)', 'sum(case when competence is not null then n_labels end)') }} as mean_competence

    from competence
    group by label_type

),

based as (

    select means.*, base_rates.base_rate
    from means
    left join base_rates on means.label_type = base_rates.label_type

),

summed as (

    select
        *,
        sum(n_labels * base_rate) over () as sum_base_rate,
        sum(case when base_rate is not null then n_labels end) over () as n_based

    from based

),

final as (  -- the base rate of all is the mean over types, weighted by their labels

    select
        label_type,

        n_labels,
        mean_competence,
        case
            when label_type <> '*all*' then base_rate
            else {{ divide('sum_base_rate', 'n_based') }}
        end as base_rate

    from summed

)

select * from final
