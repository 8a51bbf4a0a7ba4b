{#
  Relation: the weighted medoid, the reported label with the largest weighted similarity to the labels of its group.

  A label counts with its own weight too: of two labels the heavier one wins. Ties: the larger estimate, then position.
#}
{% macro medoid(labels, keys) -%}
with

pairs as (

    {{ similarities(
        left=labels,
        right=labels,
        left_keys=keys + ['worker_id'],
        right_keys=keys + ['worker_id'],
        on=equal('l', 'r', keys) ~ ' and l.worker_id <> r.worker_id',
        columns=[prefixed('l', keys), 'l.worker_id', 'r.weight']
    ) | indent(4) }}

),

support as (

    select {{ keys | join(', ') }}, worker_id, sum(weight * similarity) as weight
    from pairs
    group by {{ keys | join(', ') }}, worker_id

),

ranked as (

    select
        {{ prefixed('l', keys) }},
        l.label,
        row_number() over (
            partition by {{ prefixed('l', keys) }}
            order by
                {{ tie_safe('l.weight + coalesce(support.weight, 0)') }} desc,
                {{ tie_safe('coalesce(l.estimate, 0)') }} desc,
                l.position
        ) as place

    from {{ labels }} as l
    left join support on {{ equal('l', 'support', keys + ['worker_id']) }}

)

select {{ keys | join(', ') }}, label from ranked where place = 1
{%- endmacro %}


{#
  The relation macro that makes one answer of the labels: the kind's own of this name, or one that suits every kind.
  Kinds that cannot be put together again from atoms have no aggregate of their own: their default is the medoid.
#}
{% macro aggregates(labels, keys) -%}
    {%- set own = var('kind') ~ '__' ~ ('aggregate' if var('aggregation') == 'weighted' else var('aggregation')) -%}
    {%- set any = 'medoid' if var('aggregation') == 'weighted' else var('aggregation') -%}
    {{ context[own](labels, keys) if context[own] is defined else context[any](labels, keys) }}
{%- endmacro %}


{% macro known_aggregations() -%}
    {%- set own = var('kind') ~ '__aggregations' -%}
    weighted medoid {{ context[own]() if context[own] is defined }} sad bau
{%- endmacro %}
