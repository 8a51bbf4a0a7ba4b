{#
  keypoint: a point {x, y}.
  similarity: gaussian, linear, of the distance. type: the k-means cell, of 8 (centres learned). aggregate: the weighted mean.
#}

{% macro keypoint__similarities() -%} gaussian linear {%- endmacro %}

{% macro keypoint__partitions() -%} kmeans {%- endmacro %}

{% macro keypoint__parse(column) -%} {{ read_point(column) }} {%- endmacro %}

{% macro keypoint__order(label) -%} {{ field(label, 'x') }}, {{ field(label, 'y') }} {%- endmacro %}

{% macro keypoint__problem(label) -%}
    case
        when {{ field(label, 'x') }} is null or {{ field(label, 'y') }} is null then 'x or y is missing or not a number'
        when not ({{ is_finite(field(label, 'x')) }} and {{ is_finite(field(label, 'y')) }}) then 'x or y is not finite'
    end
{%- endmacro %}

{% macro keypoint__distance(a, b) -%}
    sqrt(
        ({{ field(a, 'x') }} - {{ field(b, 'x') }}) * ({{ field(a, 'x') }} - {{ field(b, 'x') }})
        + ({{ field(a, 'y') }} - {{ field(b, 'y') }}) * ({{ field(a, 'y') }} - {{ field(b, 'y') }})
    )
{%- endmacro %}

{% macro keypoint__partition() -%} kmeans(8) {%- endmacro %}

{% macro keypoint__dimensions() -%} x y {%- endmacro %}

{% macro keypoint__coordinate(label, dimension) -%} {{ field(label, dimension) }} {%- endmacro %}

{% macro keypoint__coordinates(label) -%} {{ array_literal([field(label, 'x'), field(label, 'y')]) }} {%- endmacro %}


{% macro keypoint__mean(labels, keys) -%}
select
    {{ keys | join(', ') }},
    {{ point(
        divide('sum(weight * ' ~ field('label', 'x') ~ ')', 'sum(weight)'),
        divide('sum(weight * ' ~ field('label', 'y') ~ ')', 'sum(weight)')
    ) }} as label

from {{ labels }}
group by {{ keys | join(', ') }}
{%- endmacro %}
