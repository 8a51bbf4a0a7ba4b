-- One row per label type: T, the similarity to expect, and O, how far its labels are better than the line says.
with

levels as (

    select * from {{ ref('hoak_type_levels') }}

),

cells as (

    select * from {{ ref('hoak_cells') }} where n_audits > 0 and pooled_similarity is not null

),

predicted as (

    select cells.*, line.slope * cells.pooled_similarity + line.intercept as prediction
    from cells
    cross join {{ ref('hoak_line') }} as line

),

residuals as (

    select
        label_type,
        cast(sum(n_audits) as bigint) as n_audits,
        sum(sum_audit - n_audits * prediction) as sum_residual,
        sum(
            sum_squared_audit - 2 * prediction * sum_audit + n_audits * prediction * prediction
        ) as sum_squared_residual

    from predicted
    group by label_type

),

groups as (

    select
        n_audits as n,
        sum_residual / n_audits as mean,
        {{ variance_of('sum_squared_residual', 'sum_residual', 'n_audits', 0) }} + 1e-3 as variance

    from residuals

),

shrinkage as (

    {{ shrinkage('groups', 2, 100) | indent(4) }}

),

final as (

    select
        levels.label_type,

        levels.level,
        coalesce(residuals.n_audits, 0) as n_audits,
        shrinkage.gamma,
        coalesce(residuals.sum_residual / (residuals.n_audits + shrinkage.gamma), 0) as accuracy_offset

    from levels
    left join residuals on levels.label_type = residuals.label_type
    cross join shrinkage

)

select * from final
