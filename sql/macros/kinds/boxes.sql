{#
  boxes: any number of rectangles {x1, y1, x2, y2}; what counts is the region they cover together.
  atoms: disjoint rectangles that cover the same region, weighing their area. similarity: jaccard, dice, overlap of the
  regions, exact; matched_iou of boxes one to one. type: the number of boxes, at most 8. aggregate: the region covered by more than half of the weight.
#}

{% macro boxes__similarities() -%} jaccard dice overlap matched_iou {%- endmacro %}

{% macro boxes__partitions() -%} count {%- endmacro %}

{% macro boxes__parse(column) -%} {{ read_boxes(column) }} {%- endmacro %}

{% macro boxes__order(label) -%} {{ boxes_order(label) }} {%- endmacro %}

{% macro boxes__problem(label) -%}
    case
        when {{ count_boxes_where(label, 'box', boxes__side_unknown('box')) }} > 0
            then 'a box has a side that is missing or not a finite number'
        when {{ count_boxes_where(label, 'box', boxes__without_area('box')) }} > 0
            then 'a box has x2 <= x1 or y2 <= y1'
    end
{%- endmacro %}

{% macro boxes__side_unknown(box) -%}
    {%- for side in ['x1', 'y1', 'x2', 'y2'] -%}
        not coalesce({{ is_finite(field(box, side)) }}, false) {{ 'or ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}

{% macro boxes__without_area(box) -%}
    {{ field(box, 'x2') }} <= {{ field(box, 'x1') }} or {{ field(box, 'y2') }} <= {{ field(box, 'y1') }}
{%- endmacro %}

{% macro boxes__type(label) -%} {{ as_text('least(' ~ count_boxes(label) ~ ', 8)') }} {%- endmacro %}

{# The aggregate's rectangles are pieces, not boxes: their number says nothing. #}
{% macro boxes__type_of_aggregate() -%} closest {%- endmacro %}

{% macro boxes__is_empty(label) -%} {{ count_boxes(label) }} = 0 {%- endmacro %}

{% macro boxes__atoms(labels, keys) -%} {{ region_rectangles(labels, keys) }} {%- endmacro %}

{% macro boxes__weighed_atoms(labels, keys) -%} {{ weighed_rectangles(labels, keys) }} {%- endmacro %}

{# Relation: the same of labels whose boxes do not overlap, as aggregates. #}
{% macro boxes__pieces(labels, keys) -%}
select
    {{ prefixed('l', keys) }},
    {{ field('u.box', 'x1') }} as x1,
    {{ field('u.box', 'y1') }} as y1,
    {{ field('u.box', 'x2') }} as x2,
    {{ field('u.box', 'y2') }} as y2,
    l.label_weight

from (select *, {{ boxes_area('label') }} as label_weight from {{ labels }}) as l
{{ unnest_boxes('l.label', 'u', 'box', 'box_number') }}
{%- endmacro %}

{% macro boxes__match(a, b) -%}
    {{ a }}.x1 < {{ b }}.x2 and {{ b }}.x1 < {{ a }}.x2 and {{ a }}.y1 < {{ b }}.y2 and {{ b }}.y1 < {{ a }}.y2
{%- endmacro %}

{% macro boxes__shared(a, b) -%}
    (least({{ a }}.x2, {{ b }}.x2) - greatest({{ a }}.x1, {{ b }}.x1))
    * (least({{ a }}.y2, {{ b }}.y2) - greatest({{ a }}.y1, {{ b }}.y1))
{%- endmacro %}


{% macro boxes__aggregate(labels, keys) -%} {{ aggregate_by_atoms(labels, keys) }} {%- endmacro %}

{# A label's own boxes may overlap; its atoms do not, so no label votes twice. #}
{% macro boxes__aggregate_of_atoms(labels, atoms, keys) -%}
with

votes as (

    select {{ keys | join(', ') }}, x1, y1, x2, y2, label_share as share from {{ atoms }}

),

region as (

    {{ majority_region('votes', keys) | indent(4) }}

),

groups as (

    select {{ keys | join(', ') }} from {{ labels }} group by {{ keys | join(', ') }}

)

select
    {{ prefixed('groups', keys) }},
    {{ boxes_of('region.x1', 'region.y1', 'region.x2', 'region.y2') }} as label

from groups
left join region on {{ equal('groups', 'region', keys) }}
group by {{ prefixed('groups', keys) }}
{%- endmacro %}
