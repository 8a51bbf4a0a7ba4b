{# Databricks: as Spark (dbt falls back to its macros), but for what its tables can do. Written, not run. #}

{# Delta tables can be deleted from. #}
{% macro databricks__per_item_materialization() -%} incremental {%- endmacro %}
