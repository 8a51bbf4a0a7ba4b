{# What engines plan differently. #}

{#
  Between `as` and the bracket of a CTE: computed once. DuckDB before 2.0 tries out at every step of a chain of CTEs whether to inline
  the ones before, which takes five times as long with each step of k-means, and never ends for models of the crowd.
#}
{% macro computed_once() -%} {{ adapter.dispatch('computed_once', 'oakdb')() }} {%- endmacro %}

{% macro duckdb__computed_once() -%} materialized {%- endmacro %}

{% macro default__computed_once() -%} {%- endmacro %}
