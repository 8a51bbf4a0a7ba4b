{# The distinct values of ordered labels, as a sorted array. Expressions; the default is DuckDB's way. #}

{#
  Where a value stands among the levels, from 0: a level has the mean of the places before and after it, so that a value
  between two levels stands half a place from either. The slack is that of quantile_bin.
#}
{% macro place_among(levels, value) -%} {{ adapter.dispatch('place_among', 'oakdb')(levels, value) }} {%- endmacro %}

{% macro default__place_among(levels, value) -%}
    (
        len(list_filter({{ levels }}, lambda level: {{ value }} - level > 1e-12 * abs(level)))
        + len(list_filter({{ levels }}, lambda level: level - {{ value }} <= 1e-12 * abs(level)))
    ) / 2
{%- endmacro %}

{% macro postgres__place_among(levels, value) -%}
    (
        select (
            sum(case when {{ value }} - level > 1e-12 * abs(level) then 1 else 0 end)
            + sum(case when level - {{ value }} <= 1e-12 * abs(level) then 1 else 0 end)
        ) / {{ as_double(2) }}
        from unnest({{ levels }}) as levels (level)
    )
{%- endmacro %}

{% macro spark__place_among(levels, value) -%}
    (
        cardinality(filter({{ levels }}, level -> {{ value }} - level > 1e-12 * abs(level)))
        + cardinality(filter({{ levels }}, level -> level - {{ value }} <= 1e-12 * abs(level)))
    ) / 2
{%- endmacro %}
