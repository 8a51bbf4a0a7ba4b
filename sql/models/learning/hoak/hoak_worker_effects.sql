-- One row per worker: U, how far their labels are more similar than their types let expect.
with

sums as (

    select * from {{ ref('worker_sums') }} where label_type <> '*all*'

),

levels as (

    select * from {{ ref('hoak_type_levels') }}

),

residuals as (

    select
        sums.worker_id,
        sums.n_pairs,
        case when sums.n_pairs > 0 then sums.sum_similarity - sums.n_pairs * levels.level else 0 end as sum_residual,
        case
            when sums.n_pairs > 0
                then sums.n_pairs * {{ variance_of('sums.sum_squared_similarity', 'sums.sum_similarity', 'sums.n_pairs', 1e-4) }}
            else 0
        end as sum_variance

    from sums
    inner join levels on sums.label_type = levels.label_type

),

workers as (

    select
        worker_id,
        cast(sum(n_pairs) as bigint) as n_pairs,
        sum(sum_residual) as sum_residual,
        sum(sum_variance) as sum_variance

    from residuals
    group by worker_id

),

cells as (

    select n_pairs as n, sum_residual / n_pairs as mean, sum_variance / n_pairs as variance
    from workers
    where n_pairs > 0

),

shrinkage as (

    {{ shrinkage('cells', 1, 200) | indent(4) }}

),

final as (

    select
        workers.worker_id,

        workers.n_pairs,
        shrinkage.gamma,
        workers.sum_residual / (workers.n_pairs + shrinkage.gamma) as effect

    from workers
    cross join shrinkage

)

select * from final
