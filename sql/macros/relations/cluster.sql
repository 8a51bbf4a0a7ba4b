{#
  Relation: up to k labels that stand for the others, as `medoid_number` and `label`.

  Of the first 200 labels in sample order. The first medoid is the label most similar to all; each next one is the label
  that adds most to the similarity of every label with its best medoid. One relation, a row per pair of labels, is
  carried from step to step.
#}
{% macro learned_medoids(annotations) -%}
{%- set k = partition_size() | int -%}
with

ordered as (

    {{ in_sample_order(annotations) | indent(4) }}

),

sampled as (

    select place, label from ordered where place <= 200

),

pairs as (

    {{ similarities(
        left='sampled',
        right='sampled',
        left_keys=['place'],
        right_keys=['place'],
        on='1 = 1',
        columns=['l.place as candidate', 'r.place as member']
    ) | indent(4) }}

),

step_0 as (

    select candidate, member, similarity, {{ as_double(0) }} as best from pairs

),
{% for step in range(1, k + 1) %}
gains_{{ step }} as (

    select *, sum(greatest(similarity, best)) over (partition by candidate) as gain from step_{{ step - 1 }}

),

choice_{{ step }} as (

    select *, first_value(candidate) over (order by {{ tie_safe('gain') }} desc, candidate) as medoid_{{ step }}
    from gains_{{ step }}

),

step_{{ step }} as (

    select
        candidate,
        member,
        similarity,
        {%- for earlier in range(1, step + 1) %}
        medoid_{{ earlier }},
        {%- endfor %}
        greatest(
            best, max(case when candidate = medoid_{{ step }} then similarity end) over (partition by member)
        ) as best

    from choice_{{ step }}

),
{% endfor %}
{%- set medoids = [] -%}
{%- for step in range(1, k + 1) -%}{%- do medoids.append('max(medoid_' ~ step ~ ')') -%}{%- endfor %}
chosen as (

    select {{ array_literal(medoids) }} as places from step_{{ k }}

),

different as (

    select u.place, min(u.step) as step
    from chosen
    {{ unnest_array('chosen.places', 'u', 'place', 'step') }}
    group by u.place

)

select row_number() over (order by different.step) as medoid_number, sampled.label
from different
inner join sampled on different.place = sampled.place
{%- endmacro %}


{# Relation: the labels with the number of the medoid that each is most similar to, as text, the first of equals. #}
{% macro with_nearest_medoid(labels) -%}
with

compared as (

    {{ similarities(
        left=labels,
        right=ref('type_medoids'),
        left_keys=['item_id', 'worker_id'],
        right_keys=['medoid_number'],
        on='1 = 1',
        columns=['l.item_id', 'l.worker_id', 'l.label', 'l.arrived_at', 'l.position', 'r.medoid_number']
    ) | indent(4) }}

),

ranked as (

    select
        *,
        row_number() over (
            partition by item_id, worker_id order by {{ tie_safe('similarity') }} desc, medoid_number
        ) as place

    from compared

)

select item_id, worker_id, label, {{ as_text('medoid_number') }} as label_type, arrived_at, position
from ranked
where place = 1
{%- endmacro %}
