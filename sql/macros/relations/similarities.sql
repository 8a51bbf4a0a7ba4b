{#
  Relation: the similarity of every left label with every right label that belongs to it.

  left, right:           relations that have a column `label`
  left_keys, right_keys: columns that tell their labels apart, and whatever `on` needs
  on:                    condition over the aliases l and r
  columns:               what the result has beside `similarity`, over the aliases l and r
  repeats:               where left repeats the labels of right, the relation that left is right times, and the key this adds
  atoms:                 the relations of left's and right's atoms, where they are at hand
#}
{% macro similarities(left, right, left_keys, right_keys, on, columns, repeats=none, atoms=none) -%}
{%- if is_expression(similarity()) -%}
{{ similarities_by_expression(left, right, on, columns) }}
{%- elif similarity() == 'matched_iou' -%}
{{ similarities_of_matched_boxes(left, right, left_keys, right_keys, on, columns) }}
{%- elif similarity() in overlaps().split() -%}
{{ similarities_of_atoms(left, right, left_keys, right_keys, on, columns, repeats, atoms) }}
{%- else -%}
select
    {{ columns | join(',\n    ') }},
    {{ context[similarity()]('l.label', 'r.label') }} as similarity

from {{ left }} as l
inner join {{ right }} as r on {{ on }}
{{ joined_parameters() if similarity() == 'ordinal' }}
{%- endif -%}
{%- endmacro %}


{#
  The weight of a label is its own expression (<kind>__weight), or the sum over its atoms, which those that share something
  have at hand. Of those that share nothing it only matters whether they are empty (<kind>__is_empty).
#}
{% macro similarities_of_atoms(left, right, left_keys, right_keys, on, columns, repeats, atoms) -%}
{%- set weight = context[var('kind') ~ '__weight'] -%}
with

{% if atoms is not none -%}
left_atoms as (

    select * from {{ atoms[0] }}

),

right_atoms as (

    select * from {{ atoms[1] }}

),
{%- elif repeats is not none -%}
right_atoms as (

    {{ weighed_atoms(right, right_keys) | indent(4) }}

),

-- not a join with left: an engine would be free to match all atoms with each other first
left_atoms as (

    select right_atoms.*, {{ repeats.key }}
    from right_atoms
    cross join {{ repeats.times }}

),
{%- else -%}
left_atoms as (

    {{ weighed_atoms(left, left_keys) | indent(4) }}

),

right_atoms as (

    {% if (right, right_keys) == (left, left_keys) -%}
    select * from left_atoms
    {%- else -%}
    {{ weighed_atoms(right, right_keys) | indent(4) }}
    {%- endif %}

),
{%- endif %}

shared as (

    select
        {% for key in left_keys %}l.{{ key }} as left_{{ key }}, {% endfor %}
        {% for key in right_keys %}r.{{ key }} as right_{{ key }}, {% endfor %}
        {%- if weight is not defined %}
        max(l.label_weight) as left_weight,
        max(r.label_weight) as right_weight,
        {%- endif %}
        sum({{ context[var('kind') ~ '__shared']('l', 'r') }}) as weight

    from left_atoms as l
        inner join right_atoms as r on {{ on }} and {{ context[var('kind') ~ '__match']('l', 'r') }}
    group by {{ prefixed('l', left_keys) }}, {{ prefixed('r', right_keys) }}

),

left_labels as (

    {{ with_own_weight(left) | indent(4) }}

),

right_labels as (

    {{ with_own_weight(right) | indent(4) }}

)

select
    {{ columns | join(',\n    ') }},
    least(
        {{ context[similarity()](
            'coalesce(shared.weight, 0)',
            'l.own_weight' if weight is defined else 'coalesce(shared.left_weight, l.own_weight)',
            'r.own_weight' if weight is defined else 'coalesce(shared.right_weight, r.own_weight)'
        ) | indent(8) }},
        1
    ) as similarity

from left_labels as l
inner join right_labels as r on {{ on }}
left join shared
    on {% for key in left_keys %}l.{{ key }} = shared.left_{{ key }} and {% endfor %}
    {% for key in right_keys %}r.{{ key }} = shared.right_{{ key }}{{ ' and ' if not loop.last }}{% endfor %}
{%- endmacro %}


{# Relation: the labels with what can be said of their weight before they are paired, so that pairs need not carry them along. #}
{% macro with_own_weight(labels) -%}
{%- set weight = context[var('kind') ~ '__weight'] -%}
select
    *,
    {% if weight is defined -%}
    {{ weight('label') }}
    {%- else -%}
    case when {{ context[var('kind') ~ '__is_empty']('label') }} then 0 else 1 end
    {%- endif %} as own_weight

from {{ labels }}
{%- endmacro %}


{# Relation: atoms with the label_weight of their label, where that is no expression; a kind may know a shorter way. #}
{% macro weighed_atoms(labels, keys) -%}
{%- set own = var('kind') ~ '__weighed_atoms' -%}
{%- if context[var('kind') ~ '__weight'] is defined -%}
{{ context[var('kind') ~ '__atoms'](labels, keys) }}
{%- else -%}
{{ context[own](labels, keys) if context[own] is defined else summed_atoms(labels, keys) }}
{%- endif -%}
{%- endmacro %}


{% macro summed_atoms(labels, keys) -%}
with

atoms as (

    {{ context[var('kind') ~ '__atoms'](labels, keys) | indent(4) }}

)

select *, sum(weight) over (partition by {{ keys | join(', ') }}) as label_weight from atoms
{%- endmacro %}
