-- One row per worker and label type: how good their labels of this type are (POAK).
with

competence as (

    select * from {{ ref('competence') }} where label_type <> '*all*'

),

workers as (

    select * from {{ ref('worker_competence') }}

),

estimated as (

    select
        competence.*,
        {{ smoothed('competence.weight', 'competence.competence', 'workers.estimated_accuracy') }} as estimated_accuracy

    from competence
    inner join workers on competence.worker_id = workers.worker_id

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
        {{ accuracy_interval('estimated_accuracy', 'n_labels') }}

    from estimated

)

select * from final
