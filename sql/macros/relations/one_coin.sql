{# The one-coin model: every worker has one accuracy, and no error is likelier than another. #}

{# Expression over crowd_counts: a where the label is the true class, else its part of 1 - a. #}
{% macro one_coin__chance() -%}
    {%- set right = 'sum(case when label = true_class then n_expected else ' ~ as_double(0) ~ ' end) over (partition by worker_id)' -%}
    {%- set accuracy = pseudo_share(right, 'sum(n_expected) over (partition by worker_id)', as_double(2)) -%}
    {{ coin_chance(accuracy, 'label = true_class', 'n_classes') }}
{%- endmacro %}


{# Expression: the chance of a report, by the worker's accuracy. #}
{% macro coin_chance(accuracy, is_right, n_classes) -%}
    (case when {{ is_right }} then {{ accuracy }} else ({{ as_double(1) }} - {{ accuracy }}) / greatest({{ as_double(n_classes) }} - {{ as_double(1) }}, {{ as_double(1) }}) end)
{%- endmacro %}


{% macro one_coin__estimate() -%}
    {%- set accuracy = 'coalesce(coins.accuracy, classes.pooled_accuracy)' -%}
    classes.prior * {{ accuracy }}
    / (
        classes.prior * {{ accuracy }}
        + (1 - classes.prior) * {{ coin_chance(accuracy, '1 = 0', 'classes.n_classes') }}
    )
{%- endmacro %}


{% macro one_coin__joins() -%}
left join {{ ref('one_coin_workers') }} as coins on l.worker_id = coins.worker_id
left join {{ ref('one_coin_classes') }} as classes on l.label = classes.true_class
{%- endmacro %}


{% macro one_coin__chances(labels, keys) -%}
select
    {{ prefixed('l', keys) }},
    classes.true_class,
    classes.prior,
    {{ coin_chance('coalesce(coins.accuracy, classes.pooled_accuracy)', 'l.label = classes.true_class', 'classes.n_classes') }} as chance

from {{ labels }} as l
inner join {{ ref('one_coin_classes') }} as reported on l.label = reported.true_class
cross join {{ ref('one_coin_classes') }} as classes
left join {{ ref('one_coin_workers') }} as coins on l.worker_id = coins.worker_id
{%- endmacro %}
