-- One row: the constants of the hierarchical estimator: the overall similarity, every γ, the line, and the scatter.
with

levels as (

    select max(mean_similarity) as mean_similarity, max(gamma) as gamma from {{ ref('hoak_type_levels') }}

),

effects as (

    select max(gamma) as gamma from {{ ref('hoak_worker_effects') }}

),

cells as (

    select max(gamma) as gamma from {{ ref('hoak_cells') }}

),

types as (

    select max(gamma) as gamma from {{ ref('hoak_types') }}

),

workers as (

    select max(gamma) as gamma from {{ ref('hoak_workers') }}

),

final as (

    select
        levels.mean_similarity,
        levels.gamma as gamma_type,
        effects.gamma as gamma_worker,
        cells.gamma as gamma_cell,
        types.gamma as gamma_type_offset,
        workers.gamma as gamma_worker_offset,
        line.slope,
        line.intercept,
        line.n_audits,
        dispersion.similarity_variance,
        dispersion.dispersion

    from levels
    cross join effects
    cross join cells
    cross join types
    cross join workers
    cross join {{ ref('hoak_line') }} as line
    cross join {{ ref('hoak_dispersion') }} as dispersion

)

select * from final
