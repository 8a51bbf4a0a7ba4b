{# How the labels of an item become one answer, beside each kind's own aggregate. #}

{# Expression: a label's weight, from its own estimate. The floor lets labels that are all worthless still be averaged. #}
{% macro label_weight(estimate) -%}
    {%- if weights() == 'uniform' -%}
        {{ as_double(1) }}
    {%- elif weights() == 'linear' -%}
        case when {{ estimate }} is null then {{ as_double(1) }} else greatest({{ estimate }}, 1e-12) end
    {%- elif weights() == 'cubed' -%}
        case
            when {{ estimate }} is null then {{ as_double(1) }}
            else greatest({{ estimate }} * {{ estimate }} * {{ estimate }}, 1e-12)
        end
    {%- else -%}
        {%- set base_rate = "(select coalesce(base_rate, 0) from " ~ ref('population') ~ " where label_type = '*all*')" -%}
        case
            when {{ estimate }} is null then {{ as_double(1) }}
            else greatest({{ logit(clip(estimate, 0.02, 0.98)) }} - {{ logit(clip(base_rate, 0.02, 0.98)) }}, 0.01)
        end
    {%- endif -%}
{%- endmacro %}


{# Relation: SAD, the reported label with the largest mean similarity to the others. #}
{% macro sad(labels, keys) -%}
with

pairs as (

    {{ similarities(
        left=labels,
        right=labels,
        left_keys=keys + ['worker_id'],
        right_keys=keys + ['worker_id'],
        on=equal('l', 'r', keys) ~ ' and l.worker_id <> r.worker_id',
        columns=[prefixed('l', keys), 'l.worker_id']
    ) | indent(4) }}

),

centrality as (

    select {{ keys | join(', ') }}, worker_id, {{ tie_safe('avg(similarity)') }} as mean_similarity
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
                coalesce(centrality.mean_similarity, 0) desc, {{ tie_safe('coalesce(l.estimate, 0)') }} desc,
                l.position
        ) as place

    from {{ labels }} as l
    left join centrality on {{ equal('l', 'centrality', keys + ['worker_id']) }}

)

select {{ keys | join(', ') }}, label from ranked where place = 1
{%- endmacro %}


{# Relation: BAU, the reported label with the largest estimate. #}
{% macro bau(labels, keys) -%}
with

ranked as (

    select
        {{ keys | join(', ') }},
        label,
        row_number() over (
            partition by {{ keys | join(', ') }} order by {{ tie_safe('coalesce(estimate, 0)') }} desc, position
        ) as place

    from {{ labels }}

)

select {{ keys | join(', ') }}, label from ranked where place = 1
{%- endmacro %}
