-- One row per worker and label type: π̃, the similarity to expect of this worker's labels of this type.
with

sums as (

    select * from {{ ref('worker_sums') }} where label_type <> '*all*'

),

levels as (

    select * from {{ ref('hoak_type_levels') }}

),

effects as (

    select * from {{ ref('hoak_worker_effects') }}

),

expected as (

    select
        sums.*,
        levels.level + effects.effect as expectation,
        {{ clip('levels.level + effects.effect', 0, 1) }} as prior_similarity

    from sums
    inner join levels on sums.label_type = levels.label_type
    inner join effects on sums.worker_id = effects.worker_id

),

cells as (

    select
        n_pairs as n,
        sum_similarity / n_pairs - expectation as mean,
        {{ variance_of('sum_squared_similarity', 'sum_similarity', 'n_pairs', 1e-4) }} as variance

    from expected
    where n_pairs > 0

),

shrinkage as (

    {{ shrinkage('cells', 1, 200) | indent(4) }}

),

final as (

    select
        expected.worker_id,
        expected.label_type,

        expected.n_pairs,
        expected.n_audits,
        expected.sum_audit,
        expected.sum_squared_audit,
        shrinkage.gamma,
        (expected.sum_similarity + shrinkage.gamma * expected.prior_similarity)
        / (expected.n_pairs + shrinkage.gamma) as pooled_similarity

    from expected
    cross join shrinkage

)

select * from final
