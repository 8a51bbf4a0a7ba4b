{#
  Redshift: what differs from PostgreSQL (dbt falls back to its macros). Written, not run.

  Labels of one value only: category and number, and custom over such. Arrays and objects are SUPER there, which cannot be
  taken apart in the middle of a query as the other kinds need: they stop with a message.
#}

{% macro redshift__read_double(column) -%}
    case when {{ as_text(column) }} ~ '^ *[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)? *$' then cast({{ column }} as double precision) end
{%- endmacro %}

{% macro redshift__binary_order(expression) -%} {{ expression }} {%- endmacro %}

{# It has no array to take the first of; a tab parts the values. #}
{% macro redshift__first_of(value, order) -%}
    split_part(listagg({{ value }}, chr(9)) within group (order by {{ order }}), chr(9), 1)
{%- endmacro %}

{# A row cannot be had as a whole: what every input has of it. #}
{% macro redshift__row_as_json(alias) -%}
    json_serialize(object(
        'item', {{ alias }}.{{ quoted(var('item_column')) }}, 'label', {{ alias }}.{{ quoted(var('label_column')) }}
    ))
{%- endmacro %}

{% macro redshift__text_of_group(text, order) -%} listagg({{ text }}, ' ') within group (order by {{ order }}) {%- endmacro %}

{% macro redshift__stop_with(message, a, b) -%}
    cast({{ message }} || {{ as_text(a) }} || ' and ' || {{ as_text(b) }} as double precision)
{%- endmacro %}

{% macro redshift__read_text_array(column) -%} {{ kind_not_on_this_engine() }} {%- endmacro %}

{% macro redshift__read_point(column) -%} {{ kind_not_on_this_engine() }} {%- endmacro %}

{% macro redshift__read_boxes(column) -%} {{ kind_not_on_this_engine() }} {%- endmacro %}

{% macro redshift__read_spans(column) -%} {{ kind_not_on_this_engine() }} {%- endmacro %}

{% macro redshift__read_mask(column) -%} {{ kind_not_on_this_engine() }} {%- endmacro %}

{% macro redshift__read_double_array(column) -%} {{ kind_not_on_this_engine() }} {%- endmacro %}

{% macro redshift__words(text) -%} {{ kind_not_on_this_engine() }} {%- endmacro %}

{% macro redshift__array_literal(elements) -%} {{ kind_not_on_this_engine() }} {%- endmacro %}
