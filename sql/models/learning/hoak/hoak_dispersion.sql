-- One row: how far single similarities scatter, among peers and about the estimate; the widths of intervals rest on it.
with

pairs as (

    select
        {{ divide('sum(sum_similarity)', 'sum(n_pairs)') }} as mean,
        {{ divide('sum(sum_squared_similarity)', 'sum(n_pairs)') }} as mean_square

    from {{ ref('worker_sums') }}
    where label_type <> '*all*'

),

predicted as (

    select
        cells.n_audits,
        cells.sum_audit,
        cells.sum_squared_audit,
        {{ clip('line.slope * cells.pooled_similarity + line.intercept + types.accuracy_offset', 0.001, 0.999) }}
        + workers.accuracy_offset as prediction

    from {{ ref('hoak_cells') }} as cells
    inner join {{ ref('hoak_types') }} as types on cells.label_type = types.label_type
    inner join {{ ref('hoak_workers') }} as workers on cells.worker_id = workers.worker_id
    cross join {{ ref('hoak_line') }} as line
    where cells.n_audits > 0 and cells.pooled_similarity is not null

),

pooled as (

    select *, (sum_audit + 25 * prediction) / (n_audits + 25) as mean from predicted

),

estimated as (

    select *, {{ clip('mean', 0.001, 0.999) }} as estimate from pooled

),

audits as (  -- as a share of what right-or-wrong labels of this accuracy would scatter

    select
        {{ divide(
            'sum(sum_squared_audit - 2 * estimate * sum_audit + n_audits * estimate * estimate)',
            'sum(n_audits * estimate * (1 - estimate))'
        ) }} as dispersion

    from estimated

),

final as (  -- where nothing is known, as much as can be

    select
        coalesce({{ clip('pairs.mean_square - pairs.mean * pairs.mean', 1e-4, 0.25) }}, 0.25) as similarity_variance,
        coalesce({{ clip('audits.dispersion', 0.01, 1) }}, 1) as dispersion

    from pairs
    cross join audits

)

select * from final
