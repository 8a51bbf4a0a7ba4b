{#
  CTEs: the alternating regression of docs/method.md (IRT fit), `irt_steps` times, ending in the CTE `fitted`: a row per cell with
  the line of its type, over standardised ability, through x_mean and the mean of y.

  cells: worker_id, label_type, y, v
  One relation, a row per cell, is carried from step to step, with sums over all, over types and over workers (with_sums).
  Columns are named and constants typed, for a star or a cast costs Spark's analyzer one more of its 100 passes.
#}
{% macro irt_fit(cells) -%}
{%- set once = computed_once() -%}
{%- set one = as_double(1) -%}
{%- set cell = 'worker_id, label_type, y, v, v_all, v_type' -%}
{%- set divisor = '(case when s_aa / v_all < 1e-18 then ' ~ one ~ ' else sqrt(s_aa / v_all) end)' -%}
abilities_0 as {{ once }} (

    {{ with_sums(cells, 'worker_id, label_type, y, v', {
        'v_all': ['v', none],
        'v_type': ['v', 'label_type'],
        'y_type': ['v * y', 'label_type'],
        'numerator': ['v * y', 'worker_id'],
        'denominator': ['v', 'worker_id'],
    }) | indent(4) }}

),
{% for step in range(1, var('irt_steps') + 1) %}
{%- set ability = 'numerator / denominator' if loop.first else 'numerator / (denominator + ' ~ one ~ ')' %}
{%- set centred = cell | replace('y,', 'y - y_type / v_type as y,') if loop.first else cell %}
means_{{ step }} as {{ once }} (

    {{ with_sums('abilities_' ~ (step - 1), centred ~ ', ' ~ ability ~ ' as ability', {
        'a_all': ['v * ' ~ ability, none],
        'a_type': ['v * ' ~ ability, 'label_type'],
    }) | indent(4) }}

),

moments_{{ step }} as {{ once }} (

    {{ with_sums('means_' ~ step, cell ~ ', a_all / v_all as a_mean, a_type / v_type as a_type_mean', {
        's_aa': ['v * (ability - a_all / v_all) * (ability - a_all / v_all)', none],
        's_xx': ['v * (ability - a_type / v_type) * (ability - a_type / v_type)', 'label_type'],
        's_xy': ['v * (ability - a_type / v_type) * y', 'label_type'],
    }) | indent(4) }}

),

lines_{{ step }} as {{ once }} (  -- over standardised ability: a deviation below 1e-9 is not divided by

    select
        {{ cell }},
        (a_type_mean - a_mean) / {{ divisor }} as x_mean,
        greatest(
            {{ as_double(0.05) }}, (s_xy / {{ divisor }} + {{ one }}) / (s_xx / ({{ divisor }} * {{ divisor }}) + {{ one }})
        ) as separation

    from moments_{{ step }}

),
{% if not loop.last %}
abilities_{{ step }} as {{ once }} (

    {{ with_sums('lines_' ~ step, cell, {
        'numerator': ['v * separation * (y + separation * x_mean)', 'worker_id'],
        'denominator': ['v * separation * separation', 'worker_id'],
    }) | indent(4) }}

),
{% endif %}
{%- endfor %}
fitted as (select label_type, x_mean, separation from lines_{{ var('irt_steps') }}),
{%- endmacro %}
