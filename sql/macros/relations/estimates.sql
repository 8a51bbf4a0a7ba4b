{#
  Relation: any rows with worker_id, label and label_type, and what each method says of this label by this worker, and how
  uncertain that is (see intervals).

  Workers and types that were never seen get what is known of the rest (docs/method.md, estimating one label).
#}
{% macro with_estimates(labels) -%}
with

known as (

    select
        l.*,
        coalesce(workers.estimated_accuracy, overall.mean_competence) as oak,
        coalesce(
            cells.estimated_accuracy, workers.estimated_accuracy, types.mean_competence, overall.mean_competence
        ) as poak,
        types.base_rate
        + (1 - types.base_rate)
        * {{ logistic('types.separation * (coalesce(workers.ability, 0) - types.difficulty)') }} as irt,
        {%- for model in fitted_crowd_models().split() %}
        coalesce(
            {{ context[model ~ '__estimate']() | indent(12) }}, workers.estimated_accuracy, overall.mean_competence
        ) as {{ model }},
        {%- endfor %}
        cells.competence as cell_competence,
        cells.weight as cell_weight,
        coalesce(cells.n_audits, 0) as cell_audits,
        coalesce(cells.n_audits * cells.audit_accuracy, 0) as cell_sum_audit,
        parameters.slope * coalesce(
            cells.pooled_similarity,
            {{ clip('coalesce(types.level, parameters.mean_similarity) + coalesce(workers.effect, 0)', 0, 1) }}
        ) + parameters.intercept + coalesce(types.accuracy_offset, 0) as hoak_prediction,
        coalesce(workers.accuracy_offset, 0) as hoak_worker_offset,
        coalesce(workers.competence, types.mean_competence) is not null as has_evidence,
        {{ cell_spread('cells', 'workers', 'types') | indent(8) }}

    from {{ labels }} as l
    left join {{ ref('known_workers') }} as workers on l.worker_id = workers.worker_id
    left join {{ ref('known_types') }} as types on l.label_type = types.label_type
    left join {{ ref('worker_type_competence') }} as cells
        on l.worker_id = cells.worker_id and l.label_type = cells.label_type
    left join {{ ref('known_types') }} as overall on overall.label_type = '*all*'
    cross join {{ ref('hoak_parameters') }} as parameters
    {%- for model in fitted_crowd_models().split() %}
    {{ context[model ~ '__joins']() | indent(4) }}
    {%- endfor %}

),

pooled as (

    select
        *,
        coalesce(irt, oak) as poaki,
        (cell_sum_audit + 25 * ({{ clip('hoak_prediction', 0.001, 0.999) }} + hoak_worker_offset)) / (cell_audits + 25) as hoak_mean

    from known

)

select
    *,
    {{ smoothed('cell_weight', 'cell_competence', 'poaki') }} as poak_irt,
    {{ clip('hoak_mean', 0.001, 0.999) }} as hoak

from pooled
{%- endmacro %}
