{# The type of a label, x ↦ ℓ(x). Expressions over a label that the kind has parsed. #}

{% macro label_type(label) -%}
    coalesce({{ reserved_type_escaped(type_by_rule(label)) }}, 'null')
{%- endmacro %}


{# Whose type an aggregate has: its `own`, or that of the label `closest` to it. #}
{% macro type_of_aggregate() -%}
    {%- set of_kind = var('kind') ~ '__type_of_aggregate' -%}
    {%- if partition_name() in ['column', 'cluster'] -%} closest
    {%- else -%} {{ context[of_kind]() if context[of_kind] is defined else 'own' }}
    {%- endif -%}
{%- endmacro %}


{# `*all*` stands for all types together; a label may still be called so. #}
{% macro reserved_type_escaped(type) -%}
    case when {{ type }} = '*all*' then '*all* (type)' else {{ type }} end
{%- endmacro %}


{#
  Which part of the learned quantiles a coordinate falls in: 1 + the bounds below it. Bounds are labels: the slack
  keeps the mean of equal labels in their own part, however its last digit is rounded.
#}
{% macro quantile_bin(coordinate) -%}
    (1
    {%- for part in range(1, partition_size() | int) %}
    {%- set bound = parameter(cut_dimension() ~ '_' ~ part) %}
    + case when {{ coordinate }} - {{ bound }} > 1e-12 * abs({{ bound }}) then 1 else 0 end
    {%- endfor -%}
    )
{%- endmacro %}
