{#
  Relation: the similarity of every left label with every right label that belongs to it.

  left, right:           relations that have a column `label`
  left_keys, right_keys: columns that tell their labels apart, and whatever `on` needs
  on:                    condition over the aliases l and r
  columns:               what the result has beside `similarity`, over the aliases l and r
  source, source_keys:   where left repeats its labels, the relation and keys that have each once, to take them apart once
#}
{% macro similarities(left, right, left_keys, right_keys, on, columns, source=none, source_keys=none) -%}
{%- if is_expression(similarity()) -%}
{{ similarities_by_expression(left, right, on, columns) }}
{%- elif similarity() == 'matched_iou' -%}
{{ similarities_of_matched_boxes(left, right, left_keys, right_keys, on, columns) }}
{%- elif similarity() in overlaps().split() -%}
{{ similarities_of_atoms(left, right, left_keys, right_keys, on, columns, source, source_keys) }}
{%- else -%}
select
    {{ columns | join(',\n    ') }},
    {{ context[similarity()]('l.label', 'r.label') }} as similarity

from {{ left }} as l
inner join {{ right }} as r on {{ on }}
{%- endif -%}
{%- endmacro %}


{#
  Where the kind can tell the weight of a label by itself (<kind>__weight), its atoms need not be added up.
#}
{% macro similarities_of_atoms(left, right, left_keys, right_keys, on, columns, source, source_keys) -%}
{%- set weight = context[var('kind') ~ '__weight'] -%}
with

{% if source is not none -%}
source_atoms as (

    {{ context[var('kind') ~ '__atoms'](source, source_keys) | indent(4) }}

),

left_atoms as (

    select source_atoms.*{% for key in left_keys if key not in source_keys %}, l.{{ key }}{% endfor %}
    from {{ left }} as l
    inner join source_atoms on {{ equal('l', 'source_atoms', source_keys) }}

),
{%- else -%}
left_atoms as (

    {{ context[var('kind') ~ '__atoms'](left, left_keys) | indent(4) }}

),
{%- endif %}

right_atoms as (

    {% if (right, right_keys) == (left, left_keys) -%}
    select * from left_atoms
    {%- elif (right, right_keys) == (source, source_keys) -%}
    select * from source_atoms
    {%- else -%}
    {{ context[var('kind') ~ '__atoms'](right, right_keys) | indent(4) }}
    {%- endif %}

),

{% if weight is not defined -%}
left_totals as (

    select {{ left_keys | join(', ') }}, sum(weight) as weight from left_atoms group by {{ left_keys | join(', ') }}

),

right_totals as (

    select {{ right_keys | join(', ') }}, sum(weight) as weight from right_atoms group by {{ right_keys | join(', ') }}

),

{% endif -%}
shared as (

    select
        {% for key in left_keys %}l.{{ key }} as left_{{ key }}, {% endfor %}
        {% for key in right_keys %}r.{{ key }} as right_{{ key }}, {% endfor %}
        sum({{ context[var('kind') ~ '__shared']('l', 'r') }}) as weight

    from left_atoms as l
        inner join right_atoms as r on {{ on }} and {{ context[var('kind') ~ '__match']('l', 'r') }}
    group by {{ prefixed('l', left_keys) }}, {{ prefixed('r', right_keys) }}

)

select
    {{ columns | join(',\n    ') }},
    least(
        {{ context[similarity()](
            'coalesce(shared.weight, 0)',
            weight('l.label') if weight is defined else 'coalesce(left_totals.weight, 0)',
            weight('r.label') if weight is defined else 'coalesce(right_totals.weight, 0)'
        ) | indent(8) }},
        1
    ) as similarity

from {{ left }} as l
inner join {{ right }} as r on {{ on }}
{% if weight is not defined -%}
left join left_totals on {{ equal('l', 'left_totals', left_keys) }}
left join right_totals on {{ equal('r', 'right_totals', right_keys) }}
{% endif -%}
left join shared
    on {% for key in left_keys %}l.{{ key }} = shared.left_{{ key }} and {% endfor %}
    {% for key in right_keys %}r.{{ key }} = shared.right_{{ key }}{{ ' and ' if not loop.last }}{% endfor %}
{%- endmacro %}
