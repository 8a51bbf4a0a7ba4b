-- One row per worker: U, how much more similar than expected, and A, how much better than predicted, their labels are.
with

effects as (

    select * from {{ ref('hoak_worker_effects') }}

),

predicted as (

    select
        cells.*,
        {{ clip('line.slope * cells.pooled_similarity + line.intercept + types.accuracy_offset', 0.001, 0.999) }} as prediction

    from {{ ref('hoak_cells') }} as cells
    inner join {{ ref('hoak_types') }} as types on cells.label_type = types.label_type
    cross join {{ ref('hoak_line') }} as line
    where cells.n_audits > 0 and cells.pooled_similarity is not null

),

residuals as (

    select
        worker_id,
        cast(sum(n_audits) as bigint) as n_audits,
        sum(sum_audit - n_audits * prediction) as sum_residual,
        sum(
            sum_squared_audit - 2 * prediction * sum_audit + n_audits * prediction * prediction
        ) as sum_squared_residual

    from predicted
    group by worker_id

),

overall as (

    select {{ variance_of('sum(sum_squared_residual)', 'sum(sum_residual)', 'sum(n_audits)', 1e-3) }} as variance
    from residuals

),

groups as (

    select residuals.n_audits as n, residuals.sum_residual / residuals.n_audits as mean, overall.variance
    from residuals
    cross join overall

),

shrinkage as (

    {{ shrinkage('groups', 5, 200, least_cells=4, otherwise=50) | indent(4) }}

),

final as (

    select
        effects.worker_id,

        effects.effect,
        coalesce(residuals.n_audits, 0) as n_audits,
        shrinkage.gamma,
        coalesce(residuals.sum_residual / (residuals.n_audits + shrinkage.gamma), 0) as accuracy_offset

    from effects
    left join residuals on effects.worker_id = residuals.worker_id
    cross join shrinkage

)

select * from final
