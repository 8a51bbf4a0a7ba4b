{#
  number: a finite double.
  similarity: gaussian, linear, ordinal. type: which fifth of the labels it falls in (bounds learned).
  aggregate: the weighted mean; `median`: the smallest label at which half of the weight is reached.
#}

{% macro number__similarities() -%} gaussian linear ordinal {%- endmacro %}

{% macro number__aggregations() -%} median {%- endmacro %}

{% macro number__partitions() -%} quantiles kmeans {%- endmacro %}

{% macro number__parse(column) -%} {{ read_double(column) }} {%- endmacro %}

{% macro number__problem(label) -%}
    case when not {{ is_finite(label) }} then 'label is not a finite number' end
{%- endmacro %}

{% macro number__distance(a, b) -%} abs({{ a }} - {{ b }}) {%- endmacro %}

{% macro number__dimensions() -%} value {%- endmacro %}

{% macro number__coordinate(label, dimension) -%} {{ label }} {%- endmacro %}

{% macro number__coordinates(label) -%} {{ array_literal([label]) }} {%- endmacro %}

{% macro number__partition() -%} quantiles(5) {%- endmacro %}


{% macro number__mean(labels, keys) -%}
select
    {{ keys | join(', ') }},
    {{ divide('sum(weight * label)', 'sum(weight)') }} as label

from {{ labels }}
group by {{ keys | join(', ') }}
{%- endmacro %}


{# The slack lets an exact half pass, however it is rounded. #}
{% macro number__median(labels, keys) -%}
with

reached as (

    select
        {{ keys | join(', ') }},
        label,
        sum(weight) over (partition by {{ keys | join(', ') }} order by label) as weight,
        sum(weight) over (partition by {{ keys | join(', ') }}) as total

    from {{ labels }}

)

select {{ keys | join(', ') }}, min(label) as label
from reached
where weight >= total * (0.5 - 1e-9)
group by {{ keys | join(', ') }}
{%- endmacro %}
