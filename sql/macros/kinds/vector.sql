{#
  vector: an array of finite doubles, such as an embedding.
  similarity: cosine, mapped to 0 … 1. type: the k-means cell, of 8 (centres learned). aggregate: the weighted mean.
#}

{% macro vector__similarities() -%} cosine {%- endmacro %}

{% macro vector__partitions() -%} kmeans {%- endmacro %}

{% macro vector__parse(column) -%} {{ read_double_array(column) }} {%- endmacro %}

{% macro vector__problem(label) -%}
    case
        when {{ array_length(label) }} = 0 then 'the vector is empty'
        when {{ array_has_null(label) }} or {{ array_any(label, 'x', 'not ' ~ is_finite('x')) }}
            then 'an element of the vector is missing or not a finite number'
    end
{%- endmacro %}

{% macro vector__coordinates(label) -%} {{ label }} {%- endmacro %}

{% macro vector__partition() -%} kmeans(8) {%- endmacro %}


{% macro vector__mean(labels, keys) -%}
with

dimensions as (  -- that most of the weight has, then the smaller

    select
        {{ keys | join(', ') }},
        {{ array_length('label') }} as n_elements,
        row_number() over (
            partition by {{ keys | join(', ') }} order by {{ tie_safe('sum(weight)') }} desc, {{ array_length('label') }}
        ) as place

    from {{ labels }}
    group by {{ keys | join(', ') }}, {{ array_length('label') }}

),

means as (

    select
        {{ prefixed('l', keys) }},
        u.element_number,
        {{ divide('sum(l.weight * u.element)', 'sum(l.weight)') }} as element

    from {{ labels }} as l
    inner join dimensions
        on {{ equal('l', 'dimensions', keys) }} and {{ array_length('l.label') }} = dimensions.n_elements
        and dimensions.place = 1
    {{ unnest_array('l.label', 'u', 'element', 'element_number') }}
    group by {{ prefixed('l', keys) }}, u.element_number

)

select {{ keys | join(', ') }}, {{ array_in_order('element', 'element_number') }} as label
from means
group by {{ keys | join(', ') }}
{%- endmacro %}
