{#
  Relation: per worker and label type, over the pairs of the worker's label and another label of the same item, their
  number and the sum and sum of squares of their similarity. Equality of labels is counted without listing the pairs, so
  that its cost does not grow with the labels per item.
#}
{% macro agreement_sums() -%}
with

{% if similarity() == 'hamming' -%}
labels as (

    select
        worker_id,
        label_type,
        count(*) over (partition by item_id) - 1 as n_pairs,
        count(*) over (partition by item_id order by {{ binary_order('label') }} range between current row and current row) - 1 as n_equal

    from {{ ref('stg_annotations') }}

)

select
    worker_id,
    label_type,
    cast(sum(n_pairs) as bigint) as n_pairs,
    {{ as_double('sum(n_equal)') }} as sum_similarity,
    {{ as_double('sum(n_equal)') }} as sum_squared_similarity

from labels
{%- else -%}
sides as (  -- a pair counts once for either worker

    select worker_a as worker_id, label_type_a as label_type, similarity from {{ ref('label_pairs') }}
    union all
    select worker_b as worker_id, label_type_b as label_type, similarity from {{ ref('label_pairs') }}

)

select
    worker_id,
    label_type,
    count(*) as n_pairs,
    sum(similarity) as sum_similarity,
    sum(similarity * similarity) as sum_squared_similarity

from sides
{%- endif %}
group by worker_id, label_type
{%- endmacro %}
