-- One row per label type: T, the similarity to expect of its labels, drawn towards that of all labels.
with

sums as (

    select * from {{ ref('worker_sums') }} where label_type <> '*all*'

),

overall as (

    select
        {{ divide('sum(sum_similarity)', 'sum(n_pairs)') }} as mean_similarity,
        sum(n_audits) >= 5 as is_audited

    from sums

),

types as (

    select
        label_type,
        cast(sum(n_pairs) as bigint) as n_pairs,
        sum(sum_similarity) as sum_similarity,
        sum(sum_squared_similarity) as sum_squared_similarity

    from sums
    group by label_type

),

cells as (

    select
        n_pairs as n,
        sum_similarity / n_pairs as mean,
        {{ variance_of('sum_squared_similarity', 'sum_similarity', 'n_pairs', 1e-4) }} as variance

    from types
    where n_pairs > 0

),

shrinkage as (

    {{ shrinkage('cells', 1, 200) | indent(4) }}

),

final as (

    select
        types.label_type,

        types.n_pairs,
        overall.mean_similarity,
        overall.is_audited,
        shrinkage.gamma,
        case
            when overall.is_audited
                then (types.sum_similarity + shrinkage.gamma * overall.mean_similarity) / (types.n_pairs + shrinkage.gamma)
            else overall.mean_similarity
        end as level

    from types
    cross join overall
    cross join shrinkage

)

select * from final
