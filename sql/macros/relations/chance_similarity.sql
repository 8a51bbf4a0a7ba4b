{#
  Relation: per label type, the mean similarity of its labels to labels of other items.
  Equality of labels is counted over all pairs. Anything else is sampled: labels in sample order, each with its next 8,
  pairs of one item left out.
#}
{% macro chance_similarity(annotations) -%}
{%- if similarity() == 'hamming' -%}
{{ chance_of_equality(annotations) }}
{%- else -%}
with

ordered as (

    {{ in_sample_order(annotations) | indent(4) }}

),

offsets as (

    {% for n in range(1, 9) -%}
    select {{ n }} as distance{{ ' union all' if not loop.last }}
    {% endfor %}

),

repeated as (

    select
        ordered.item_id,
        ordered.label,
        ordered.label_type,
        ordered.place,
        ordered.place + offsets.distance as next_place

    from ordered
    cross join offsets

),

compared as (

    {{ similarities(
        left='repeated',
        right='ordered',
        left_keys=['place', 'next_place'],
        right_keys=['place'],
        on='l.next_place = r.place',
        columns=['l.label_type', 'l.item_id as item_a', 'r.item_id as item_b'],
        repeats={'times': 'offsets', 'key': 'right_atoms.place + offsets.distance as next_place'}
    ) | indent(4) }}

)

select label_type, avg(similarity) as similarity
from compared
where item_a <> item_b
group by label_type
{%- endif -%}
{%- endmacro %}


{# Within items the pairs have been counted already, for the workers; a label also equals itself. #}
{% macro chance_of_equality(annotations) -%}
with

label_counts as (

    {% if partition_name() == 'own' -%}
    select label_type, sum(n_labels) as n_labels  -- a label is a type of its own
    from {{ ref('worker_sums') }}
    where label_type <> '*all*'
    group by label_type
    {%- else -%}
    select label, label_type, count(*) as n_labels from {{ annotations }} group by label, label_type
    {%- endif %}

),

anywhere as (

    select
        label_type,
        sum({{ as_double('n_labels') }} * n_labels) as n_equal,
        sum({{ as_double('n_labels') }}) * (select sum(n_labels) from label_counts) as n_all

    from label_counts
    group by label_type

),

within_items as (

    select label_type, sum(sum_similarity + n_labels) as n_equal, sum(n_pairs + n_labels) as n_all
    from {{ ref('worker_sums') }}
    group by label_type

)

select
    anywhere.label_type,
    {{ divide('anywhere.n_equal - within_items.n_equal', 'anywhere.n_all - within_items.n_all') }} as similarity

from anywhere
inner join within_items on anywhere.label_type = within_items.label_type
{%- endmacro %}
