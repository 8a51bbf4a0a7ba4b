-- One row per label type with a competence: its item response curve p⁰ + (1 − p⁰) / (1 + exp(b (d − a))).
select
    label_type,

    max(base_rate) as base_rate,
    max(separation) as separation,
    max(-intercept / separation) as difficulty

from {{ ref('irt_cells') }}
group by label_type
