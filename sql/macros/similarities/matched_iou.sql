{#
  Relation, as similarities(), for boxes matched one to one: the IoU of matched boxes, summed, over the larger number of boxes.

  Matching is greedy: of all pairs of boxes the one with the largest IoU first, then the largest among those still free. A pair
  that comes first for both its boxes is taken whatever the others do; taking all of those at once, and then again, gives the
  same matching. 8 rounds are unrolled. Boxes are numbered by their coordinates, so that ties never depend on their order. Boxes of different classes
  never match; a box without a class matches others without.
#}
{% macro similarities_of_matched_boxes(left, right, left_keys, right_keys, on, columns) -%}
{{ adapter.dispatch('similarities_of_matched_boxes', 'oakdb')(left, right, left_keys, right_keys, on, columns) }}
{%- endmacro %}

{% macro default__similarities_of_matched_boxes(left, right, left_keys, right_keys, on, columns) -%}
{%- set sides = [] -%}
{%- for key in left_keys -%}{%- do sides.append('left_' ~ key) -%}{%- endfor -%}
{%- for key in right_keys -%}{%- do sides.append('right_' ~ key) -%}{%- endfor -%}
with

left_boxes as (

    {{ numbered_boxes(left, left_keys) | indent(4) }}

),

right_boxes as (

    {{ numbered_boxes(right, right_keys) | indent(4) }}

),

meetings as (

    select
        {% for key in left_keys %}l.{{ key }} as left_{{ key }}, {% endfor %}
        {% for key in right_keys %}r.{{ key }} as right_{{ key }}, {% endfor %}
        l.box_number as left_box,
        r.box_number as right_box,
        {{ boxes__shared('l', 'r') }} as shared,
        (l.x2 - l.x1) * (l.y2 - l.y1) + (r.x2 - r.x1) * (r.y2 - r.y1) as total

    from left_boxes as l
    inner join right_boxes as r
        on {{ on }} and {{ boxes__match('l', 'r') }} and (l.class = r.class or l.class is null and r.class is null)

),

round_0 as (  -- all pairs of boxes in the order in which they would be taken

    select
        *,
        shared / (total - shared) as iou,
        row_number() over (
            partition by {{ sides | join(', ') }}
            order by
                {{ tie_safe('shared / (total - shared)') }} desc,
                least(left_box, right_box), greatest(left_box, right_box), left_box
        ) as choice,
        0 as is_taken_0,
        0 as n_taken_0

    from meetings

),
{% for n in range(1, 9) %}
firsts_{{ n }} as (

    select
        *,
        min(choice) over (partition by {{ sides | join(', ') }}, left_box) as first_left_{{ n }},
        min(choice) over (partition by {{ sides | join(', ') }}, right_box) as first_right_{{ n }}

    from round_{{ n - 1 }}
    where is_taken_{{ n - 1 }} = 1 or n_taken_{{ n - 1 }} = 0

),
{% set is_taken = 'case when choice = first_left_N and choice = first_right_N then 1 else 0 end' | replace('N', n | string) %}
round_{{ n }} as (

    select
        *,
        {{ is_taken }} as is_taken_{{ n }},
        max({{ is_taken }}) over (partition by {{ sides | join(', ') }}, left_box)
        + max({{ is_taken }}) over (partition by {{ sides | join(', ') }}, right_box) as n_taken_{{ n }}

    from firsts_{{ n }}

),
{% endfor %}
matched as (

    select {{ sides | join(', ') }}, sum(iou) as iou from round_8 where is_taken_8 = 1 group by {{ sides | join(', ') }}

)

select
    {{ columns | join(',\n    ') }},
    case
        when {{ count_boxes('l.label') }} = 0 and {{ count_boxes('r.label') }} = 0 then {{ as_double(1) }}
        else coalesce(matched.iou, 0) / greatest({{ count_boxes('l.label') }}, {{ count_boxes('r.label') }})
    end as similarity

from {{ left }} as l
inner join {{ right }} as r on {{ on }}
left join matched
    on {% for key in left_keys %}l.{{ key }} = matched.left_{{ key }} and {% endfor %}
    {% for key in right_keys %}r.{{ key }} = matched.right_{{ key }}{{ ' and ' if not loop.last }}{% endfor %}
{%- endmacro %}


{# Relation: one row per box. #}
{% macro numbered_boxes(labels, keys) -%}
with

rectangles as (

    select
        {{ prefixed('l', keys) }},
        {{ field('u.box', 'x1') }} as x1,
        {{ field('u.box', 'y1') }} as y1,
        {{ field('u.box', 'x2') }} as x2,
        {{ field('u.box', 'y2') }} as y2,
        {{ text_field('u.box', 'class') }} as class

    from {{ labels }} as l
    {{ unnest_boxes('l.label', 'u', 'box', 'reported_number') }}

)

select *, row_number() over (partition by {{ keys | join(', ') }} order by x1, y1, x2, y2, {{ binary_order("coalesce(class, '')") }}) as box_number
from rectangles
{%- endmacro %}


{#
  Spark would need more than 100 steps to analyse two matchings in one query, its limit. It can take one pair of boxes after
  the other in an expression: `taken` holds the places of the boxes that are no longer free, and the sum.
#}
{% macro spark__similarities_of_matched_boxes(left, right, left_keys, right_keys, on, columns) -%}
with

compared as (

    select
        {{ columns | join(',\n        ') }},
        array_sort(l.label) as a,
        array_sort(r.label) as b

    from {{ left }} as l
    inner join {{ right }} as r on {{ on }}

),

meetings as (

    select
        *,
        array_sort(filter(
            flatten(transform(a, (x, i) -> transform(b, (y, j) -> named_struct(
                'order', -{{ tie_safe(spark_iou('x', 'y')) }},
                'least', least(i, j),
                'greatest', greatest(i, j),
                'i', i,
                'j', j,
                'iou', {{ spark_iou('x', 'y') }},
                'is_possible', x.class <=> y.class
            )))),
            pair -> pair.is_possible and pair.iou > 0
        )) as pairs

    from compared

)

select
    {{ column_names(columns) }},
    case
        when cardinality(a) = 0 and cardinality(b) = 0 then cast(1 as double)
        else aggregate(
            pairs,
            named_struct('i', cast(array() as array<int>), 'j', cast(array() as array<int>), 'iou', cast(0 as double)),
            (taken, pair) -> case
                when array_contains(taken.i, pair.i) or array_contains(taken.j, pair.j) then taken
                else named_struct(
                    'i', array_append(taken.i, pair.i), 'j', array_append(taken.j, pair.j), 'iou', taken.iou + pair.iou
                )
            end,
            taken -> taken.iou
        ) / greatest(cardinality(a), cardinality(b))
    end as similarity

from meetings
{%- endmacro %}

{% macro spark_iou(a, b) -%}
    {%- set shared = '(greatest(least(' ~ a ~ '.x2, ' ~ b ~ '.x2) - greatest(' ~ a ~ '.x1, ' ~ b ~ '.x1), 0) * greatest(least('
        ~ a ~ '.y2, ' ~ b ~ '.y2) - greatest(' ~ a ~ '.y1, ' ~ b ~ '.y1), 0))' -%}
    ({{ shared }} / (
        ({{ a }}.x2 - {{ a }}.x1) * ({{ a }}.y2 - {{ a }}.y1) + ({{ b }}.x2 - {{ b }}.x1) * ({{ b }}.y2 - {{ b }}.y1) - {{ shared }}
    ))
{%- endmacro %}
