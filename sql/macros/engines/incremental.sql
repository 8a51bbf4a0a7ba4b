{# What engines keep of earlier runs differently. #}

{# Aggregate: text that changes with the texts of a group; as a rule one after the other. #}
{% macro text_of_group(text, order) -%} {{ adapter.dispatch('text_of_group', 'oakdb')(text, order) }} {%- endmacro %}

{% macro default__text_of_group(text, order) -%} string_agg({{ text }}, ' ' order by {{ binary_order(order) }}) {%- endmacro %}

{# DuckDB puts texts in order slowly, and adds up their hashes, in any order, fast. #}
{% macro duckdb__text_of_group(text, order) -%} {{ as_text('sum(hash(' ~ text ~ '))') }} {%- endmacro %}

{% macro spark__text_of_group(text, order) -%}
    to_json(sort_array(collect_list(struct({{ order }} as place, {{ text }} as content))))
{%- endmacro %}


{# Text by which a label is recognised. DuckDB writes lists of structs as text slowly, and hashes them fast. #}
{% macro mark_of(label) -%} {{ adapter.dispatch('mark_of', 'oakdb')(label) }} {%- endmacro %}

{% macro default__mark_of(label) -%} {{ as_text('hash(' ~ label ~ ')') }} {%- endmacro %}

{% macro postgres__mark_of(label) -%} {{ as_text(label) }} {%- endmacro %}

{% macro spark__mark_of(label) -%} to_json(struct({{ label }})) {%- endmacro %}


{# Tables of files cannot be deleted from: Spark does them in full. #}
{% macro spark__per_item_materialization() -%} table {%- endmacro %}
