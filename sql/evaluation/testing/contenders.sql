-- One row per contender: the method by its name, and how it makes an answer.
{{ config(materialized='view') }}

{% for contender in var('contenders') -%}
select
    {{ loop.index }} as contender,
    '{{ contender.method }}' as method,
    '{{ contender.estimator or 'none' }}' as estimator,
    '{{ contender.aggregation }}' as aggregation,
    {{ "'" ~ contender.weights ~ "'" if contender.weights else 'null::varchar' }} as weights
{{ 'union all' if not loop.last }}
{% endfor %}
