{# Text and identifiers. Expressions; the default is DuckDB's way. #}

{% macro as_text(expression) -%} cast({{ expression }} as {{ adapter.dispatch('text_type', 'oakdb')() }}) {%- endmacro %}

{% macro default__text_type() -%} varchar {%- endmacro %}

{% macro postgres__text_type() -%} text {%- endmacro %}

{% macro spark__text_type() -%} string {%- endmacro %}


{# A text that comes from a setting. #}
{% macro text_literal(text) -%} {{ adapter.dispatch('text_literal', 'oakdb')(text | string) }} {%- endmacro %}

{% macro default__text_literal(text) -%} '{{ text.replace("'", "''") }}' {%- endmacro %}

{% macro spark__text_literal(text) -%} '{{ text.replace('\\', '\\\\').replace("'", "\\'") }}' {%- endmacro %}


{# An identifier that comes from a setting. #}
{% macro quoted(name) -%} {{ adapter.dispatch('quoted', 'oakdb')(name | string) }} {%- endmacro %}

{% macro default__quoted(name) -%} {{ adapter.quote(name.replace('"', '""')) }} {%- endmacro %}

{% macro spark__quoted(name) -%} {{ adapter.quote(name.replace('`', '``')) }} {%- endmacro %}


{#
  A relation that comes from a setting: name, schema.name or database.schema.name, or a list of these parts; in dbt also
  {ref: [project, model]} or {source: [name, table]}, which puts it into the lineage.
#}
{% macro input_relation(name) -%}
    {%- if name is mapping -%}
        {{ ref(name['ref'][0], name['ref'][1]) if 'ref' in name else source(name['source'][0], name['source'][1]) }}
    {%- else -%}
    {%- for part in (name.split('.') if name is string else name) -%}
        {{ quoted(part) }}{{ '.' if not loop.last }}
    {%- endfor -%}
    {%- endif -%}
{%- endmacro %}


{# md5 as hexadecimal text. #}
{% macro hex_md5(text) -%} {{ adapter.dispatch('hex_md5', 'oakdb')(text) }} {%- endmacro %}

{% macro default__hex_md5(text) -%} md5({{ text }}) {%- endmacro %}


{# A whole row as JSON text. #}
{% macro row_as_json(alias) -%} {{ adapter.dispatch('row_as_json', 'oakdb')(alias) }} {%- endmacro %}

{% macro default__row_as_json(alias) -%} to_json({{ alias }}) {%- endmacro %}

{% macro postgres__row_as_json(alias) -%} cast(to_json({{ alias }}) as text) {%- endmacro %}

{% macro spark__row_as_json(alias) -%} to_json(struct({{ alias }}.*), map('ignoreNullFields', 'false')) {%- endmacro %}


{# Byte order of text and of arrays of text, whatever the database's collation: for ties and for "the smaller label". #}
{% macro binary_order(expression) -%} {{ adapter.dispatch('binary_order', 'oakdb')(expression) }} {%- endmacro %}

{% macro default__binary_order(expression) -%} {{ expression }} {%- endmacro %}

{% macro postgres__binary_order(expression) -%} {{ expression }} collate "C" {%- endmacro %}
