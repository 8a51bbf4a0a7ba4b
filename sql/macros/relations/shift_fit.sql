{#
  CTEs: the fit of (δ, ε) at each decision point (docs/method.md, more decision points), ending in the CTE `fitted`: a ridge
  regression of logits as the start, then 8 Newton steps of the fractional-logit likelihood, each a 2 × 2 closed form.

  observations: n_labels, y, s, raw_logit (logit of the raw estimate), true_logit (logit of y)
#}
{% macro shift_fit(observations) -%}
{%- set observation = 'n_labels, y, s, raw_logit' -%}
{%- set one = as_double(1) -%}
start_sums as (

    select
        {{ observation }},
        count(*) over (partition by n_labels) as n_observations,
        sum(s) over (partition by n_labels) as h_12,
        sum(s * s) over (partition by n_labels) + {{ one }} as h_22,
        sum(true_logit - raw_logit) over (partition by n_labels) as g_1,
        sum(s * (true_logit - raw_logit)) over (partition by n_labels) as g_2

    from {{ observations }}

),

step_0 as (

    select
        {{ observation }},
        (h_22 * g_1 - h_12 * g_2) / ((n_observations + 1) * h_22 - h_12 * h_12) as delta,
        ((n_observations + 1) * g_2 - h_12 * g_1) / ((n_observations + 1) * h_22 - h_12 * h_12) as epsilon

    from start_sums

),
{% for step in range(1, 9) %}
predictions_{{ step }} as (

    select {{ observation }}, delta, epsilon, {{ logistic('raw_logit + delta + epsilon * s') }} as p
    from step_{{ step - 1 }}

),

sums_{{ step }} as (

    select
        {{ observation }},
        delta,
        epsilon,
        sum(p * ({{ one }} - p)) over (partition by n_labels) + {{ one }} as h_11,
        sum(p * ({{ one }} - p) * s) over (partition by n_labels) as h_12,
        sum(p * ({{ one }} - p) * s * s) over (partition by n_labels) + {{ one }} as h_22,
        sum(y - p) over (partition by n_labels) - delta as g_1,
        sum(s * (y - p)) over (partition by n_labels) - epsilon as g_2

    from predictions_{{ step }}

),

step_{{ step }} as (

    select
        {{ observation }},
        delta + (h_22 * g_1 - h_12 * g_2) / (h_11 * h_22 - h_12 * h_12) as delta,
        epsilon + (h_11 * g_2 - h_12 * g_1) / (h_11 * h_22 - h_12 * h_12) as epsilon

    from sums_{{ step }}

),
{% endfor %}
fitted as (

    select * from step_8

),
{%- endmacro %}
