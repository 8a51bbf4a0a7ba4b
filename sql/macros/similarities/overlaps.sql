{# Similarities of two sets of atoms, from the weight they share and the weight of either. Expressions. Two empty sets are alike. #}

{# Their names: any other similarity is measured on two labels. #}
{% macro overlaps() -%} jaccard dice f1 exact_f1 overlap hierarchical {%- endmacro %}


{# k / (a + b − k) #}
{% macro jaccard(shared, a, b) -%} coalesce({{ divide(shared, a ~ ' + ' ~ b ~ ' - ' ~ shared) }}, 1) {%- endmacro %}


{# 2k / (a + b) #}
{% macro dice(shared, a, b) -%} coalesce({{ divide('2 * ' ~ shared, a ~ ' + ' ~ b) }}, 1) {%- endmacro %}


{# The F1 of retrieval, 2 precision · recall / (precision + recall), is dice: of covered positions, or of exact spans. #}
{% macro f1(shared, a, b) -%} {{ dice(shared, a, b) }} {%- endmacro %}

{% macro exact_f1(shared, a, b) -%} {{ dice(shared, a, b) }} {%- endmacro %}


{# k / min(a, b); an empty set is unlike any other. #}
{% macro overlap(shared, a, b) -%}
    case
        when {{ a }} = 0 and {{ b }} = 0 then 1
        else coalesce({{ divide(shared, 'least(' ~ a ~ ', ' ~ b ~ ')') }}, 0)
    end
{%- endmacro %}


{# 0 when the roots differ, else ½ + ½ (p − 1)/(D − 1), p the shared prefixes, D the longer depth; equal paths: 1. #}
{% macro hierarchical(shared, a, b) -%}
    case
        when {{ shared }} = 0 then 0
        when {{ shared }} = greatest({{ a }}, {{ b }}) then 1
        else 0.5 + 0.5 * {{ divide(shared ~ ' - 1', 'greatest(' ~ a ~ ', ' ~ b ~ ') - 1') }}
    end
{%- endmacro %}
