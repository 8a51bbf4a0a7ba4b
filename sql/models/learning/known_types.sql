-- One row per label type, and `*all*`: all that the methods know of it.
select
    oak.label_type,

    oak.mean_competence,
    irt.base_rate,
    irt.separation,
    irt.difficulty,
    hoak.level,
    hoak.n_audits,
    hoak.accuracy_offset

from {{ ref('population') }} as oak
left join {{ ref('irt_types') }} as irt on oak.label_type = irt.label_type
left join {{ ref('hoak_types') }} as hoak on oak.label_type = hoak.label_type
