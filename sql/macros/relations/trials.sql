{# The columns by which the results of `oakdb evaluate` are told apart. #}

{# What was learned with: audits that calibrate or none, and their weight where they are folded in. #}
{% macro variant_keys() -%}
    {{ var('calibrated') }} as calibrated, {{ as_double(var('audit_weight')) }} as audit_weight
{%- endmacro %}


{# A trial and a contender in it. #}
{% macro trial_keys() -%}
    trial.seed,
    trial.train_share,
    {{ variant_keys() }},
    contenders.method,
    contenders.estimator,
    contenders.aggregation,
    contenders.weights
{%- endmacro %}


{# The same without the seed, to group by. #}
{% macro contender_keys() -%}
    method, estimator, aggregation, weights, train_share, calibrated, audit_weight
{%- endmacro %}
