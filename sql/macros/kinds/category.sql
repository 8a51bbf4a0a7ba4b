{#
  category: one class, as text.
  similarity: hamming. type: the label. aggregate: the class with the largest total weight, then the smaller label.
#}

{% macro category__similarities() -%} hamming {%- endmacro %}

{% macro category__parse(column) -%} {{ read_text(column) }} {%- endmacro %}

{% macro category__order(label) -%} {{ binary_order(label) }} {%- endmacro %}

{% macro category__problem(label) -%} {{ as_text('null') }} {%- endmacro %}

{% macro category__type(label) -%} {{ label }} {%- endmacro %}


{% macro category__aggregate(labels, keys) -%}
with

classes as (

    select
        {{ keys | join(', ') }},
        label,

        {{ tie_safe('sum(weight)') }} as weight

    from {{ labels }}
    group by {{ keys | join(', ') }}, label

),

ranked as (

    select
        *,
        row_number() over (partition by {{ keys | join(', ') }} order by weight desc, {{ binary_order('label') }}) as place

    from classes

)

select {{ keys | join(', ') }}, label from ranked where place = 1
{%- endmacro %}
