-- One row per worker: how good their labels are (OAK).
with

competence as (

    select * from {{ ref('competence') }} where label_type = '*all*'

),

population as (

    select mean_competence from {{ ref('population') }} where label_type = '*all*'

),

calibration as (

    select slope from {{ ref('calibration') }} where label_type = '*all*'

),

estimated as (

    select
        competence.*,
        {{ smoothed('competence.weight', 'competence.competence', 'population.mean_competence') }} as estimated_accuracy

    from competence
    cross join population

),

spread as (

    select
        estimated.*,
        {{ label_scatter('estimated.n_audits') | indent(8) }} as label_scatter,
        {{ prior_variance(
            'estimated.n_audits', 'estimated.n_pairs', 'parameters.gamma_worker', 'calibration.slope'
        ) | indent(8) }} as prior_variance

    from estimated
    cross join calibration
    cross join {{ ref('hoak_parameters') }} as parameters

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
        {{ accuracy_interval('estimated_accuracy', reach('estimated_accuracy')) | indent(8) }}

    from spread

)

select * from final
