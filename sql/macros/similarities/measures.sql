{# Similarities measured on two labels. Expressions. #}

{% macro hamming(a, b) -%} case when {{ a }} = {{ b }} then {{ as_double(1) }} else {{ as_double(0) }} end {%- endmacro %}


{# exp(−d² / 2σ²). Beyond 12σ it is below 1e-31 and taken as 0: PostgreSQL refuses products of still smaller numbers. #}
{% macro gaussian(a, b) -%}
    {%- set ratio = divide(context[var('kind') ~ '__distance'](a, b), parameter('scale')) -%}
    case when {{ ratio }} < 12 then exp(-{{ ratio }} * {{ ratio }} / 2) else {{ as_double(0) }} end
{%- endmacro %}


{# 1 − d / range, at least 0. #}
{% macro linear(a, b) -%}
    greatest(1 - {{ divide(context[var('kind') ~ '__distance'](a, b), parameter('scale')) }}, 0)
{%- endmacro %}


{# What the kind has learned from the labels themselves: a number anywhere; arrays from the row, which is joined. #}
{% macro parameter(name) -%} (select {{ name }} from {{ ref('kind_parameters') }}) {%- endmacro %}

{% macro joined_parameters() -%} cross join {{ ref('kind_parameters') }} as kind_parameters {%- endmacro %}
