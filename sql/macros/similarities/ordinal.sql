{# 1 − difference of the places / (levels − 1), at least 0. The levels are the distinct labels learned from. Expression. #}
{% macro ordinal(a, b) -%}
    {%- set levels = 'kind_parameters.levels' -%}
    case
        when {{ a }} = {{ b }} then 1
        else greatest(
            1 - abs({{ place_among(levels, a) }} - {{ place_among(levels, b) }})
            / greatest({{ array_length(levels) }} - 1, 1),
            0
        )
    end
{%- endmacro %}


{# Relation, one row: `levels`, the distinct labels in order. #}
{% macro learned_levels(annotations) -%}
with

distinct_labels as (

    select distinct label from {{ annotations }}

)

select {{ array_in_order('label', 'label') }} as levels from distinct_labels
{%- endmacro %}
