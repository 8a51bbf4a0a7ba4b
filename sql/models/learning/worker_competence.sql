-- One row per worker: how good their labels are (OAK).
with

competence as (

    select * from {{ ref('competence') }} where label_type = '*all*'

),

population as (

    select mean_competence from {{ ref('population') }} where label_type = '*all*'

),

estimated as (

    select
        competence.*,
        {{ smoothed('competence.weight', 'competence.competence', 'population.mean_competence') }} as estimated_accuracy

    from competence
    cross join population

),

final as (

    select
        worker_id,

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
