{#
  95 % intervals of an estimated accuracy C, from the variance components that hoak learned (docs/method.md, intervals):
  variance = C(1 − C) · label_scatter + prior_variance.

  `parameters` is the alias of hoak_parameters. Numbers of labels may be null: then nothing is known.
#}

{# Expression: how uncertain the prior leaves C, by the pairs of labels that it rests on. #}
{% macro prior_variance(n_audits, n_pairs, gamma, slope) -%}
    {{ prior_share(n_audits) }} * {{ slope }} * {{ slope }} * parameters.similarity_variance
    / (coalesce({{ n_pairs }}, 0) + {{ gamma }})
{%- endmacro %}


{# Expression: how uncertain the audited labels leave C, its own and those behind the offsets, per C(1 − C). #}
{% macro label_scatter(n_audits, offsets=[]) -%}
    parameters.dispersion * (
        {{ as_double(1) }} / (25 + coalesce({{ n_audits }}, 0))
        {%- for offset in offsets %}
        + {{ prior_share(n_audits) }} / (coalesce({{ offset.n_audits }}, 0) + {{ offset.gamma }})
        {%- endfor %}
    )
{%- endmacro %}


{# Expression: the share of the prior, which is worth 25 audited labels, in the estimate, squared. #}
{% macro prior_share(n_audits) -%}
    (625 / ((25 + coalesce({{ n_audits }}, 0)) * (25 + coalesce({{ n_audits }}, {{ as_double(0) }}))))
{%- endmacro %}


{# Two columns: both for a worker's labels of one type. Aliases of relations with n_audits, and n_pairs for the cell. #}
{% macro cell_spread(cell, worker, type) -%}
    {{ label_scatter(cell ~ '.n_audits', [
        {'n_audits': worker ~ '.n_audits', 'gamma': 'parameters.gamma_worker_offset'},
        {'n_audits': type ~ '.n_audits', 'gamma': 'parameters.gamma_type_offset'},
    ]) }} as label_scatter,
    {{ prior_variance(
        cell ~ '.n_audits', cell ~ '.n_pairs', 'parameters.gamma_cell', 'parameters.slope'
    ) }} as prior_variance
{%- endmacro %}


{# Expression: half the width of the interval. #}
{% macro reach(c) -%} 1.959964 * sqrt({{ c }} * (1 - {{ c }}) * label_scatter + prior_variance) {%- endmacro %}


{# Two columns: the interval. #}
{% macro accuracy_interval(accuracy, reach) -%}
    {{ clip(accuracy ~ ' - ' ~ reach, 0, 1) }} as accuracy_low,
    {{ clip(accuracy ~ ' + ' ~ reach, 0, 1) }} as accuracy_high
{%- endmacro %}
