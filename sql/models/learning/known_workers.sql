-- One row per worker: all that the methods know of them.
select
    oak.worker_id,

    oak.competence,
    oak.estimated_accuracy,
    irt.ability,
    hoak.effect,
    hoak.n_audits,
    hoak.accuracy_offset

from {{ ref('worker_competence') }} as oak
left join {{ ref('irt_workers') }} as irt on oak.worker_id = irt.worker_id
left join {{ ref('hoak_workers') }} as hoak on oak.worker_id = hoak.worker_id
