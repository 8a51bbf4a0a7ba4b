{# Dawid–Skene: every worker has a confusion matrix, the chance of each report for each true class. #}

{# Expression over crowd_counts: π(true class, label) of the worker. #}
{% macro dawid_skene__chance() -%}
    {{ pseudo_share('n_expected', 'sum(n_expected) over (partition by worker_id, true_class)', 'n_classes') }}
{%- endmacro %}


{# Expression: how likely the label is right, for a worker never seen that of all workers; null for a class never seen. #}
{% macro dawid_skene__estimate() -%} coalesce(confusions.posterior, pooled.posterior) {%- endmacro %}


{# The joins to labels `l` that the estimate reads. #}
{% macro dawid_skene__joins() -%}
left join {{ ref('dawid_skene_confusions') }} as confusions
    on l.worker_id = confusions.worker_id and l.label = confusions.reported_class and l.label = confusions.true_class
left join {{ ref('dawid_skene_pooled') }} as pooled on l.label = pooled.reported_class and l.label = pooled.true_class
{%- endmacro %}


{# Relation: per label of a known class and true class, the prior and the chance of the label. #}
{% macro dawid_skene__chances(labels, keys) -%}
select
    {{ prefixed('l', keys) }},
    pooled.true_class,
    pooled.prior,
    coalesce(confusions.probability, pooled.probability) as chance

from {{ labels }} as l
inner join {{ ref('dawid_skene_pooled') }} as pooled on l.label = pooled.reported_class
left join {{ ref('dawid_skene_confusions') }} as confusions
    on l.worker_id = confusions.worker_id and l.label = confusions.reported_class and pooled.true_class = confusions.true_class
{%- endmacro %}
