{#
  set: any number of elements, as text; their order and repetition do not matter.
  atoms: the elements. similarity: jaccard, dice, overlap. type: the element of a singleton, else `*`.
  aggregate: each element with more than half of the weight.
#}

{% macro set__similarities() -%} jaccard dice overlap {%- endmacro %}

{% macro set__partitions() -%} count first length {%- endmacro %}

{% macro set__parse(column) -%} {{ array_distinct_sorted(read_text_array(column)) }} {%- endmacro %}

{% macro set__order(label) -%} {{ binary_order(label) }} {%- endmacro %}

{% macro set__problem(label) -%}
    case when {{ array_has_null(label) }} then 'an element of the set is null' end
{%- endmacro %}

{% macro set__type(label) -%}
    case when {{ array_length(label) }} = 1 then {{ array_first(label) }} else '*' end
{%- endmacro %}

{% macro set__atoms(labels, keys) -%}
select
    {{ prefixed('l', keys) }},
    u.atom,
    {{ as_double(1) }} as weight

from {{ labels }} as l
{{ unnest_array('l.label', 'u', 'atom', 'atom_number') }}
{%- endmacro %}

{% macro set__weight(label) -%} {{ array_length(label) }} {%- endmacro %}

{% macro set__match(a, b) -%} {{ a }}.atom = {{ b }}.atom {%- endmacro %}

{% macro set__shared(a, b) -%} {{ a }}.weight {%- endmacro %}


{% macro set__aggregate(labels, keys) -%}
with

elements as (

    select
        {{ prefixed('l', keys) }},
        u.element,
        sum(l.weight) as weight

    from {{ labels }} as l
    {{ unnest_array('l.label', 'u', 'element', 'element_number') }}
    group by {{ prefixed('l', keys) }}, u.element

),

totals as (

    select {{ keys | join(', ') }}, sum(weight) as weight from {{ labels }} group by {{ keys | join(', ') }}

)

select
    {{ prefixed('totals', keys) }},
    {{ array_of('elements.element', majority('elements.weight', 'totals.weight')) }} as label

from totals
left join elements on {{ equal('totals', 'elements', keys) }}
group by {{ prefixed('totals', keys) }}
{%- endmacro %}
