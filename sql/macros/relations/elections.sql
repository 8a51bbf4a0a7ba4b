{#
  Relation: the reported label that wins its group, with the worker who reported it.

  medoid: the largest weighted similarity to the labels of the group. A label counts with its own weight too: of two labels
          the heavier one wins.
  sad:    the largest mean similarity to the others.
  bau:    the largest estimate.
  Ties: the larger estimate, then position.

  labels: keys, worker_id, label, position, estimate, weight
  pairs:  where the similarities are at hand, the relation that pairs_of_group() would compute
#}
{% macro elected(labels, keys, election, pairs=none) -%}
with

{% if election != 'bau' -%}
pairs as (

    {{ (pairs or pairs_of_group(labels, keys)) | indent(4) }}

),

support as (

    select
        {{ keys | join(', ') }},
        worker_id,
        sum(weight * similarity) as weighted_similarity,
        avg(similarity) as mean_similarity

    from pairs
    group by {{ keys | join(', ') }}, worker_id

),

{% endif -%}
ranked as (

    select
        {{ prefixed('l', keys) }},
        l.worker_id,
        l.label,
        row_number() over (
            partition by {{ prefixed('l', keys) }}
            order by
                {% if election == 'medoid' -%}
                {{ tie_safe('l.weight + coalesce(support.weighted_similarity, 0)') }} desc,
                {% elif election == 'sad' -%}
                {{ tie_safe('coalesce(support.mean_similarity, 0)') }} desc,
                {% endif -%}
                {{ tie_safe('coalesce(l.estimate, 0)') }} desc,
                l.position
        ) as place

    from {{ labels }} as l
    {%- if election != 'bau' %}
    left join support on {{ equal('l', 'support', keys + ['worker_id']) }}
    {%- endif %}

)

select {{ keys | join(', ') }}, worker_id, label from ranked where place = 1
{%- endmacro %}


{# Relation: per label and other label of its group, the similarity of the two and the other's weight. #}
{% macro pairs_of_group(labels, keys) -%}
{{ similarities(
    left=labels,
    right=labels,
    left_keys=keys + ['worker_id'],
    right_keys=keys + ['worker_id'],
    on=equal('l', 'r', keys) ~ ' and l.worker_id <> r.worker_id',
    columns=[prefixed('l', keys), 'l.worker_id', 'r.weight']
) }}
{%- endmacro %}
