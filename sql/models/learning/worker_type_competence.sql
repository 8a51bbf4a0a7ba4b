-- One row per worker and label type: how good their labels of this type are (POAK).
with

competence as (

    select * from {{ ref('competence') }} where label_type <> '*all*'

),

workers as (

    select * from {{ ref('worker_competence') }}

),

hoak_cells as (

    select * from {{ ref('hoak_cells') }}

),

hoak_workers as (

    select * from {{ ref('hoak_workers') }}

),

hoak_types as (

    select * from {{ ref('hoak_types') }}

),

estimated as (

    select
        competence.*,
        {{ smoothed('competence.weight', 'competence.competence', 'workers.estimated_accuracy') }} as estimated_accuracy

    from competence
    inner join workers on competence.worker_id = workers.worker_id

),

spread as (

    select
        estimated.*,
        hoak_cells.pooled_similarity,
        {{ cell_spread('estimated', 'hoak_workers', 'hoak_types') | indent(8) }}

    from estimated
    inner join hoak_cells
        on estimated.worker_id = hoak_cells.worker_id and estimated.label_type = hoak_cells.label_type
    inner join hoak_workers on estimated.worker_id = hoak_workers.worker_id
    inner join hoak_types on estimated.label_type = hoak_types.label_type
    cross join {{ ref('hoak_parameters') }} as parameters

),

final as (

    select
        worker_id,
        label_type,

        n_labels,
        n_pairs,
        mean_similarity,
        n_audits,
        audit_accuracy,
        competence,
        weight,
        estimated_accuracy,
        {{ accuracy_interval('estimated_accuracy', reach('estimated_accuracy')) | indent(8) }},
        pooled_similarity

    from spread

)

select * from final
