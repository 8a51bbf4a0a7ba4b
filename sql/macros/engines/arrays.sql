{# Arrays of text. The default is DuckDB's way; positions count from 1. #}

{% macro array_length(array) -%} {{ adapter.dispatch('array_length', 'oakdb')(array) }} {%- endmacro %}

{% macro default__array_length(array) -%} len({{ array }}) {%- endmacro %}

{% macro postgres__array_length(array) -%} cardinality({{ array }}) {%- endmacro %}

{% macro spark__array_length(array) -%} cardinality({{ array }}) {%- endmacro %}


{% macro array_prefix(array, n) -%} {{ adapter.dispatch('array_prefix', 'oakdb')(array, n) }} {%- endmacro %}

{% macro default__array_prefix(array, n) -%} {{ array }}[1:{{ n }}] {%- endmacro %}

{% macro postgres__array_prefix(array, n) -%} ({{ array }})[1:{{ n }}] {%- endmacro %}

{% macro spark__array_prefix(array, n) -%} slice({{ array }}, 1, {{ n }}) {%- endmacro %}


{% macro array_first(array) -%} {{ adapter.dispatch('array_first', 'oakdb')(array) }} {%- endmacro %}

{% macro default__array_first(array) -%} {{ array }}[1] {%- endmacro %}

{% macro postgres__array_first(array) -%} ({{ array }})[1] {%- endmacro %}

{% macro spark__array_first(array) -%} get({{ array }}, 0) {%- endmacro %}


{# The distinct elements in order, a null last; list_distinct() would drop it before anyone could object. #}
{% macro array_distinct_sorted(array) -%} {{ adapter.dispatch('array_distinct_sorted', 'oakdb')(array) }} {%- endmacro %}

{% macro default__array_distinct_sorted(array) -%}
    list_sort(list_distinct({{ array }})) || case when {{ array_has_null(array) }} then [null] else [] end
{%- endmacro %}

{% macro postgres__array_distinct_sorted(array) -%}
    (
        select case
            when given.elements is not null
                then array(
                    select u.element from unnest(given.elements) as u (element)
                    group by u.element order by u.element collate "C"
                )
        end
        from (select {{ array }} as elements) as given
    )
{%- endmacro %}

{% macro spark__array_distinct_sorted(array) -%} array_sort(array_distinct({{ array }})) {%- endmacro %}


{% macro array_has_null(array) -%} {{ adapter.dispatch('array_has_null', 'oakdb')(array) }} {%- endmacro %}

{# list_count() skips nulls. #}
{% macro default__array_has_null(array) -%} (list_count({{ array }}) < len({{ array }})) {%- endmacro %}

{% macro postgres__array_has_null(array) -%} (array_position({{ array }}, null) is not null) {%- endmacro %}

{% macro spark__array_has_null(array) -%} exists({{ array }}, element -> element is null) {%- endmacro %}


{# From-clause item: one row per element of an array of the row to its left. #}
{% macro unnest_array(array, alias, element, position) -%}
    {{ adapter.dispatch('unnest_array', 'oakdb')(array, alias, element, position) }}
{%- endmacro %}

{# DuckDB joins the rows of `unnest … with ordinality` back by the array; here each stays with its row. #}
{% macro default__unnest_array(array, alias, element, position) -%}
    cross join lateral (
        select unnest({{ array }}) as {{ element }}, generate_subscripts({{ array }}, 1) as {{ position }}
    ) as {{ alias }}
{%- endmacro %}

{% macro postgres__unnest_array(array, alias, element, position) -%}
    cross join unnest({{ array }}) with ordinality as {{ alias }} ({{ element }}, {{ position }})
{%- endmacro %}

{% macro spark__unnest_array(array, alias, element, position) -%}
    cross join lateral inline(transform({{ array }}, (e, i) -> struct(e, i + 1))) as {{ alias }} ({{ element }}, {{ position }})
{%- endmacro %}


{# Aggregate: the values as a sorted array; an empty array where none passes the filter. #}
{% macro array_of(value, filter) -%} {{ adapter.dispatch('array_of', 'oakdb')(value, filter) }} {%- endmacro %}

{% macro default__array_of(value, filter) -%}
    coalesce(array_agg({{ value }} order by {{ value }}) filter (where {{ filter }}), [])
{%- endmacro %}

{% macro postgres__array_of(value, filter) -%}
    coalesce(array_agg({{ value }} order by {{ value }} collate "C") filter (where {{ filter }}), cast('{}' as text[]))
{%- endmacro %}

{% macro spark__array_of(value, filter) -%} sort_array(collect_list({{ value }}) filter (where {{ filter }})) {%- endmacro %}


{# Condition: does any element, under this name, fulfil the predicate? #}
{% macro array_any(array, element, predicate) -%} {{ adapter.dispatch('array_any', 'oakdb')(array, element, predicate) }} {%- endmacro %}

{% macro default__array_any(array, element, predicate) -%}
    (len(list_filter({{ array }}, lambda {{ element }}: {{ predicate }})) > 0)
{%- endmacro %}

{% macro postgres__array_any(array, element, predicate) -%}
    exists (select 1 from unnest({{ array }}) as u ({{ element }}) where {{ predicate }})
{%- endmacro %}

{% macro spark__array_any(array, element, predicate) -%} exists({{ array }}, {{ element }} -> {{ predicate }}) {%- endmacro %}


{# Aggregate: the value that comes first by some expressions, ascending. #}
{% macro first_of(value, order) -%} {{ adapter.dispatch('first_of', 'oakdb')(value, order | join(', ')) }} {%- endmacro %}

{% macro default__first_of(value, order) -%} first({{ value }} order by {{ order }}) {%- endmacro %}

{% macro postgres__first_of(value, order) -%} (array_agg({{ value }} order by {{ order }}))[1] {%- endmacro %}

{% macro spark__first_of(value, order) -%} min_by({{ value }}, struct({{ order }})) {%- endmacro %}


{#
  Aggregate: a column of the row that comes first, where several are wanted. DuckDB finds the row once for all of them, as a struct
  that is compared field by field: the columns that the order names are the first of `columns`.
#}
{% macro of_first(column, order, columns) -%} {{ adapter.dispatch('of_first', 'oakdb')(column, order, columns) }} {%- endmacro %}

{% macro default__of_first(column, order, columns) -%} {{ first_of(column, order) }} {%- endmacro %}

{% macro duckdb__of_first(column, order, columns) -%}
    min(struct_pack(
        {%- for expression in order if expression not in columns %}place_{{ loop.index }} := {{ expression }}, {% endfor -%}
        {%- for name in columns %}{{ name }} := {{ name }}{{ ', ' if not loop.last }}{% endfor -%}
    )).{{ column }}
{%- endmacro %}
