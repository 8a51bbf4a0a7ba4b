{#
  Expression: why a row of the input cannot be used; null where it can. Names the column that is at fault.
#}
{% macro row_problem(columns) -%}
    case
        {%- for column, name in columns.items() %}
        when {{ column }} is null then '{{ name }} is missing'
        {%- endfor %}
        when label is null then 'label does not read as {{ var('kind') }}'
        else {{ context[var('kind') ~ '__problem']('label') }}
    end
{%- endmacro %}
