{# Arrays. The default is DuckDB's way; positions count from 1. #}

{% macro array_length(array) -%} {{ adapter.dispatch('array_length', 'oakdb')(array) }} {%- endmacro %}

{% macro default__array_length(array) -%} len({{ array }}) {%- endmacro %}


{% macro array_prefix(array, n) -%} {{ adapter.dispatch('array_prefix', 'oakdb')(array, n) }} {%- endmacro %}

{% macro default__array_prefix(array, n) -%} {{ array }}[1:{{ n }}] {%- endmacro %}


{% macro array_first(array) -%} {{ adapter.dispatch('array_first', 'oakdb')(array) }} {%- endmacro %}

{% macro default__array_first(array) -%} {{ array }}[1] {%- endmacro %}


{% macro empty_text_array() -%} {{ adapter.dispatch('empty_text_array', 'oakdb')() }} {%- endmacro %}

{% macro default__empty_text_array() -%} cast([] as varchar[]) {%- endmacro %}


{# The distinct elements in order. #}
{% macro array_distinct_sorted(array) -%} {{ adapter.dispatch('array_distinct_sorted', 'oakdb')(array) }} {%- endmacro %}

{% macro default__array_distinct_sorted(array) -%} list_sort(list_distinct({{ array }})) {%- endmacro %}


{% macro array_has_null(array) -%} {{ adapter.dispatch('array_has_null', 'oakdb')(array) }} {%- endmacro %}

{# list_count() skips nulls. #}
{% macro default__array_has_null(array) -%} (list_count({{ array }}) < len({{ array }})) {%- endmacro %}


{# From-clause item: one row per element of an array of the row to its left. #}
{% macro unnest_array(array, alias, element, position) -%}
    {{ adapter.dispatch('unnest_array', 'oakdb')(array, alias, element, position) }}
{%- endmacro %}

{% macro default__unnest_array(array, alias, element, position) -%}
    cross join unnest({{ array }}) with ordinality as {{ alias }} ({{ element }}, {{ position }})
{%- endmacro %}


{# Aggregate: the values as a sorted array; an empty array where none passes the filter. #}
{% macro array_of(value, filter) -%} {{ adapter.dispatch('array_of', 'oakdb')(value, filter) }} {%- endmacro %}

{% macro default__array_of(value, filter) -%}
    coalesce(array_agg({{ value }} order by {{ value }}) filter (where {{ filter }}), [])
{%- endmacro %}


{# Condition: does any element, under this name, fulfil the predicate? #}
{% macro array_any(array, element, predicate) -%} {{ adapter.dispatch('array_any', 'oakdb')(array, element, predicate) }} {%- endmacro %}

{% macro default__array_any(array, element, predicate) -%}
    (len(list_filter({{ array }}, lambda {{ element }}: {{ predicate }})) > 0)
{%- endmacro %}
