{# What happens after the first t labels of an item (docs/method.md, more decision points). #}

{# Relation: per label, one row for each number of labels t that it is among the first of. labels: those of `answers`. #}
{% macro prefixes(labels) -%}
select
    labels.item_id,
    points.position as n_labels,
    labels.worker_id,

    labels.label,
    labels.label_type,
    labels.position,
    labels.{{ var('method') }} as estimate

from {{ labels }} as points
inner join {{ labels }} as labels on points.item_id = labels.item_id and labels.position <= points.position
{%- if var('max_labels') is not none %}
where points.position <= {{ var('max_labels') }}
{%- endif %}
{%- endmacro %}


{# Relation: the answers, with the estimate C̃ after as many labels as they rest on. #}
{% macro with_shifts(answers) -%}
with

clipped as (

    select *, {{ clip('raw_accuracy', 0.01, 0.99) }} as c from {{ answers }}

)

select
    clipped.*,
    {{ logistic(
        logit('clipped.c') ~ ' + coalesce(shifts.delta, 0) + coalesce(shifts.epsilon, 0) * clipped.agreement'
    ) }} as estimated_accuracy

from clipped
left join {{ ref('point_shifts') }} as shifts on clipped.n_labels_compared = shifts.n_labels
{%- endmacro %}


{# Relation: the same with its interval. An accuracy that is a function of C moves as far as its slope says. #}
{% macro with_estimated_accuracy(answers) -%}
with

shifted as (

    {{ with_shifts(answers) | indent(4) }}

),

reaching as (

    select *, {{ reach('c') }} * estimated_accuracy * (1 - estimated_accuracy) / (c * (1 - c)) as reach from shifted

)

select
    *,
    {{ accuracy_interval('estimated_accuracy', 'reach') | indent(4) }}

from reaching
{%- endmacro %}


{# Relation: what a model says of some numbers of labels, each with the next number that it says something else of. #}
{% macro from_point_on(model) -%}
(select *, lead(n_labels) over (order by n_labels) as next_n_labels from {{ ref(model) }})
{%- endmacro %}


{# Condition: the row holds for so many labels. #}
{% macro is_in_force(alias, n_labels) -%}
    {{ n_labels }} >= {{ alias }}.n_labels and ({{ n_labels }} < {{ alias }}.next_n_labels or {{ alias }}.next_n_labels is null)
{%- endmacro %}
