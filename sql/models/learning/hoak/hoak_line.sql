-- One row: the line from pooled similarity to accuracy, over the audited labels one by one.
with

cells as (  -- all audited labels of a cell have its pooled similarity as x

    select pooled_similarity as x, n_audits, sum_audit, sum_squared_audit
    from {{ ref('hoak_cells') }}
    where n_audits > 0 and pooled_similarity is not null

),

centred as (

    select
        *,
        sum(n_audits * x) over () / sum(n_audits) over () as x_mean,
        sum(sum_audit) over () / sum(n_audits) over () as y_mean

    from cells

),

moments as (

    select
        coalesce(sum(n_audits), 0) as n_audits,
        max(x_mean) as x_mean,
        max(y_mean) as y_mean,
        sum(n_audits * (x - x_mean) * (x - x_mean)) as s_xx,
        sum((x - x_mean) * (sum_audit - n_audits * y_mean)) as s_xy,
        {{ variance_of('sum(sum_squared_audit)', 'sum(sum_audit)', 'sum(n_audits)', 1e-4) }} as ridge

    from centred

),

sloped as (

    select *, greatest((s_xy + ridge) / (s_xx + ridge), 0.1) as fitted_slope from moments

),

final as (

    select
        cast(n_audits as bigint) as n_audits,
        case when n_audits >= 5 then fitted_slope else {{ as_double(1) }} end as slope,
        case when n_audits >= 5 then y_mean - fitted_slope * x_mean else {{ as_double(0) }} end as intercept

    from sloped

)

select * from final
