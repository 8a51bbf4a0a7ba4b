{#
  custom: a label of any type, taken as it is.
  similarity: an SQL expression over `a` and `b`. type: `none`, unless `partition` says otherwise. aggregate: the medoid.
#}

{% macro custom__similarities() -%} {%- endmacro %}

{% macro custom__parse(column) -%} {{ column }} {%- endmacro %}

{% macro custom__problem(label) -%} {{ as_text('null') }} {%- endmacro %}

{% macro custom__type(label) -%} {{ as_text("'none'") }} {%- endmacro %}
