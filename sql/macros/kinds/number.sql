{#
  number: a finite double.
  similarity: gaussian, linear. type: which fifth of the labels it falls in (bounds learned). aggregate: the weighted mean.
#}

{% macro number__similarities() -%} gaussian linear {%- endmacro %}

{% macro number__parse(column) -%} {{ read_double(column) }} {%- endmacro %}

{% macro number__problem(label) -%}
    case when not {{ is_finite(label) }} then 'label is not a finite number' end
{%- endmacro %}

{% macro number__distance(a, b) -%} abs({{ a }} - {{ b }}) {%- endmacro %}

{% macro number__dimensions() -%} value 5 {%- endmacro %}

{% macro number__coordinate(label, dimension) -%} {{ label }} {%- endmacro %}

{% macro number__type(label) -%} {{ as_text(quantile_bin(label, 'value', 5)) }} {%- endmacro %}


{% macro number__aggregate(labels, keys) -%}
select
    {{ keys | join(', ') }},
    {{ divide('sum(weight * label)', 'sum(weight)') }} as label

from {{ labels }}
group by {{ keys | join(', ') }}
{%- endmacro %}
