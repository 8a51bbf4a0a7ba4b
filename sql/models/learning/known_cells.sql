-- One row per worker and label type: all that the methods know of this worker's labels of this type.
select
    poak.worker_id,
    poak.label_type,

    poak.competence,
    poak.weight,
    poak.estimated_accuracy,
    hoak.n_pairs,
    hoak.pooled_similarity,
    hoak.n_audits,
    hoak.sum_audit

from {{ ref('worker_type_competence') }} as poak
left join {{ ref('hoak_cells') }} as hoak
    on poak.worker_id = hoak.worker_id and poak.label_type = hoak.label_type
