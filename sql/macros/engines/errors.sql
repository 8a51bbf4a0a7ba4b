{# Expression, a double: stop the query with a message that shows two labels. The default is DuckDB's way. #}
{% macro stop_with(message, a, b) -%} {{ adapter.dispatch('stop_with', 'oakdb')(message, a, b) }} {%- endmacro %}

{% macro default__stop_with(message, a, b) -%}
    cast(error({{ message }} || to_json({{ a }}) || ' and ' || to_json({{ b }})) as double)
{%- endmacro %}

{% macro spark__stop_with(message, a, b) -%}
    raise_error({{ message }} || to_json(array({{ a }}, {{ b }})))
{%- endmacro %}

{# Postgres has no such function; a text that is no number stops the query and shows it. #}
{% macro postgres__stop_with(message, a, b) -%}
    cast({{ message }} || to_json({{ a }}) || ' and ' || to_json({{ b }}) as double precision)
{%- endmacro %}


{# What an engine cannot do stops the compilation. #}
{% macro not_on_this_engine(name) -%}
    {%- do exceptions.raise_compiler_error("similarity '" ~ name ~ "': this engine has no function for it, choose another similarity") -%}
{%- endmacro %}


{% macro kind_not_on_this_engine() -%}
    {%- do exceptions.raise_compiler_error("kind '" ~ var('kind') ~ "': this engine cannot take its labels apart, use one that can (docs/engines.md)") -%}
{%- endmacro %}
