{#
  ranking: different things in order, best first; a short list ranks what it leaves out last.
  similarity: average_overlap, kendall. type: the first element. aggregate: the medoid.
#}

{% macro ranking__similarities() -%} average_overlap kendall {%- endmacro %}

{% macro ranking__partitions() -%} first count length {%- endmacro %}

{% macro ranking__parse(column) -%} {{ read_text_array(column) }} {%- endmacro %}

{% macro ranking__problem(label) -%}
    case
        when {{ array_length(label) }} = 0 then 'the ranking is empty'
        when {{ array_has_null(label) }} then 'an element of the ranking is null'
        when {{ array_length(array_distinct_sorted(label)) }} < {{ array_length(label) }} then 'an element is ranked twice'
    end
{%- endmacro %}

{% macro ranking__type(label) -%} {{ array_first(label) }} {%- endmacro %}
