{#
  CTEs: the alternating regression of docs/method.md (IRT fit), `irt_steps` times, ending in the CTE `fitted`.

  cells: worker_id, label_type, base_rate, y, v
  One relation is carried from step to step and its sums are window sums, so that no CTE is referred to twice: an engine
  that inlines CTEs plans the chain once, not a power of it. Columns are named and constants typed, for a star or a cast
  costs Spark's analyzer one more of its 100 passes.
#}
{% macro irt_fit(cells) -%}
{%- set cell = 'worker_id, label_type, base_rate, y, v, y_mean' -%}
{%- set one = as_double(1) -%}
{%- set divisor = '(case when variance < 1e-18 then ' ~ one ~ ' else sqrt(variance) end)' -%}
step_0 as (

    select
        worker_id,
        label_type,
        base_rate,
        y,
        v,
        sum(v * y) over (partition by label_type) / sum(v) over (partition by label_type) as y_mean,
        sum(v * y) over (partition by worker_id) / sum(v) over (partition by worker_id) as ability

    from {{ cells }}

),
{% for step in range(1, var('irt_steps') + 1) %}
means_{{ step }} as (

    select
        {{ cell }},
        ability,
        sum(v * ability) over () / sum(v) over () as a_mean,
        sum(v * ability) over (partition by label_type) / sum(v) over (partition by label_type) as a_type_mean

    from step_{{ step - 1 }}

),

moments_{{ step }} as (

    select
        {{ cell }},
        a_mean,
        a_type_mean,
        sum(v * (ability - a_mean) * (ability - a_mean)) over () / sum(v) over () as variance,
        sum(v * (ability - a_type_mean) * (ability - a_type_mean)) over (partition by label_type) as s_xx,
        sum(v * (ability - a_type_mean) * (y - y_mean)) over (partition by label_type) as s_xy

    from means_{{ step }}

),

lines_{{ step }} as (  -- over standardised ability: a deviation below 1e-9 is not divided by

    select
        {{ cell }},
        (a_type_mean - a_mean) / {{ divisor }} as x_mean,
        greatest(
            {{ as_double(0.05) }}, (s_xy / {{ divisor }} + {{ one }}) / (s_xx / ({{ divisor }} * {{ divisor }}) + {{ one }})
        ) as separation

    from moments_{{ step }}

),

step_{{ step }} as (

    select
        {{ cell }},
        x_mean,
        separation,
        sum(v * separation * (y - y_mean + separation * x_mean)) over (partition by worker_id)
        / (sum(v * separation * separation) over (partition by worker_id) + {{ one }}) as ability

    from lines_{{ step }}

),
{% endfor %}
fitted as (

    select * from step_{{ var('irt_steps') }}

),
{%- endmacro %}
