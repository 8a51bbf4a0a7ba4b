-- One row per worker and label type, and one per worker for all types (`*all*`): the competence ĉ and the evidence behind it.
{{ config(materialized='view') }}

with

sums as (

    select * from {{ ref('worker_sums') }}

),

calibration as (

    select * from {{ ref('calibration') }}

),

lined as (

    select
        sums.worker_id,
        sums.label_type,
        sums.n_labels,
        sums.n_pairs,
        {{ divide('sums.sum_similarity', 'sums.n_pairs') }} as mean_similarity,
        sums.n_audits,
        {{ divide('sums.sum_audit', 'sums.n_audits') }} as audit_accuracy,
        {{ as_double(var('audit_weight')) }} * sums.n_audits as audit_evidence,
        calibration.slope * {{ divide('sums.sum_similarity', 'sums.n_pairs') }} + calibration.intercept as calibrated

    from sums
    inner join calibration on sums.label_type = calibration.label_type

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
        {{ divide(
            'audit_evidence * coalesce(audit_accuracy, 0) + n_pairs * coalesce(' ~ clip('calibrated', 0, 1) ~ ', 0)',
            'audit_evidence + n_pairs'
        ) }} as competence,
        audit_evidence + n_pairs as weight

    from lined

)

select * from final
