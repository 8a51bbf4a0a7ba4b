{# Numbers. Expressions; the default is DuckDB's way. #}

{% macro as_double(expression) -%} cast({{ expression }} as {{ adapter.dispatch('double_type', 'oakdb')() }}) {%- endmacro %}

{% macro default__double_type() -%} double {%- endmacro %}

{% macro postgres__double_type() -%} double precision {%- endmacro %}


{#
  A number whose square is one, too: areas, distances and norms of labels stay finite. NaN sorts above infinity on every
  engine, so one range test excludes both.
#}
{% macro is_finite(expression) -%}
    ({{ expression }} between -1e150 and 1e150)
{%- endmacro %}


{# Null where the denominator is zero. #}
{% macro divide(numerator, denominator) -%}
    ({{ as_double(numerator) }} / nullif({{ denominator }}, 0))
{%- endmacro %}


{# Null stays null, which least() and greatest() would not keep. #}
{% macro clip(expression, low, high) -%}
    case when {{ expression }} is not null then least(greatest({{ expression }}, {{ as_double(low) }}), {{ as_double(high) }}) end
{%- endmacro %}


{% macro logit(expression) -%} ln({{ expression }} / (1 - ({{ expression }}))) {%- endmacro %}


{# 1 / (1 + exp(-x)), without overflow. #}
{% macro logistic(expression) -%} (1 / (1 + exp({{ clip('-(' ~ expression ~ ')', -700, 700) }}))) {%- endmacro %}


{# For comparing sums, in units of 1e-12: equal up to the order of summation is equal. #}
{% macro tie_safe(expression) -%} round(({{ expression }}) * 1e12) {%- endmacro %}


{#
  Expressions to order by, ascending: the larger estimate first, from 0 to 1, then the smaller position.

  On DuckDB one whole number, with 22 of its 63 bits for the position: an aggregate finds the least in half of the time, as it need
  not make a text of every row to compare by.
#}
{% macro best_first(estimate, position) -%} {{ adapter.dispatch('best_first', 'oakdb')(estimate, position) }} {%- endmacro %}

{% macro default__best_first(estimate, position) -%} -{{ tie_safe(estimate) }}, {{ position }} {%- endmacro %}

{% macro duckdb__best_first(estimate, position) -%}
    cast(1e12 - {{ tie_safe(estimate) }} as bigint) * 4194304 + {{ position }}
{%- endmacro %}


{# Aggregate. #}
{% macro median(expression) -%} {{ adapter.dispatch('median', 'oakdb')(expression) }} {%- endmacro %}

{% macro default__median(expression) -%}
    percentile_cont(0.5) within group (order by {{ expression }})
{%- endmacro %}


{# Expression: a number for every row, no two the same, in no order: a short key where only equality matters. #}
{% macro any_number() -%} {{ adapter.dispatch('any_number', 'oakdb')() }} {%- endmacro %}

{% macro default__any_number() -%} row_number() over () {%- endmacro %}

{% macro spark__any_number() -%} monotonically_increasing_id() {%- endmacro %}
