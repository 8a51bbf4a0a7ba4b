-- One row per contender, item and worker of the test: what the contender thinks of the label, and its weight in the answer.
{% for contender in var('contenders') -%}
select
    {{ loop.index }} as contender,
    item_id,
    worker_id,

    null as label,
    position,
    seat,
    slate,
    n_labels,
    accuracy,
    {{ contender.estimator or 'null::double' }} as estimate,
    {{ label_weight(contender.estimator, contender.weights or 'uniform') }} as weight

from {{ ref('test_labels') }}
{{ 'union all' if not loop.last }}
{% endfor %}
