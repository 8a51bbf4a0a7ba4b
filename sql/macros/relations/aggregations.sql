{# How the labels of an item become one answer, beside each kind's own aggregate. #}

{# Expression: a label's weight, from its own estimate. The floor lets labels that are all worthless still be averaged. #}
{% macro label_weight(estimate, weights) -%}
    {%- if weights == 'uniform' -%}
        {{ as_double(1) }}
    {%- elif weights == 'linear' -%}
        case when {{ estimate }} is null then {{ as_double(1) }} else greatest({{ estimate }}, 1e-12) end
    {%- elif weights == 'cubed' -%}
        case
            when {{ estimate }} is null then {{ as_double(1) }}
            else greatest({{ estimate }} * {{ estimate }} * {{ estimate }}, 1e-12)
        end
    {%- else -%}
        {%- set by_chance = logit(clip('coalesce(base_rate, 0)', 0.02, 0.98)) -%}
        case
            when {{ estimate }} is null then {{ as_double(1) }}
            else greatest(
                {{ logit(clip(estimate, 0.02, 0.98)) }}
                - (select {{ by_chance }} from {{ ref('population') }} where label_type = '*all*'),
                0.01
            )
        end
    {%- endif -%}
{%- endmacro %}


{#
  The relation macro that makes one answer of the labels: the kind's own of this name, or the election of a reported label,
  which suits every kind. `weighted` is an election by `medoid` for kinds that cannot be put together again from atoms.
#}
{% macro aggregates(labels, keys) -%}
    {{ context[own_aggregate()](labels, keys) if own_aggregate() else elected(labels, keys, election()) }}
{%- endmacro %}


{#
  The name of the kind's own macro, if it has one: <kind>__aggregate, or <kind>__mean where the answer moves with every weight
  and not only with who outweighs whom. The pieces of a region are not boxes to be matched: matched_iou has none.
#}
{% macro own_aggregate() -%}
    {%- set names = ['aggregate', 'mean'] if var('aggregation') == 'weighted' else [var('aggregation')] -%}
    {%- for name in names if context[var('kind') ~ '__' ~ name] is defined and similarity() != 'matched_iou' -%}
        {{ var('kind') }}__{{ name }}
    {%- endfor -%}
{%- endmacro %}


{# Whether the aggregate is put together from the atoms that similarities go by, as aggregate_by_atoms does. #}
{% macro is_made_of_atoms() -%}
    {{ 'yes' if own_aggregate() and context[own_aggregate() ~ '_of_atoms'] is defined and similarity() in overlaps().split() }}
{%- endmacro %}


{# Relation: atoms of aggregates with their label_weight, as weighed_atoms; pieces need not be cut again (<kind>__pieces). #}
{% macro atoms_of_aggregate(aggregates, keys) -%}
    {{ context[var('kind') ~ '__pieces' if context[var('kind') ~ '__pieces'] is defined else 'weighed_atoms'](aggregates, keys) }}
{%- endmacro %}


{# Relation: labels with their share of the weight. #}
{% macro with_share(labels, keys) -%}
select *, weight / sum(weight) over (partition by {{ keys | join(', ') }}) as label_share from {{ labels }}
{%- endmacro %}


{# Relation: the aggregate that <kind>__aggregate_of_atoms(labels, atoms, keys) puts together; atoms have their label_share. #}
{% macro aggregate_by_atoms(labels, keys) -%}
with

voters as (

    {{ with_share(labels, keys) | indent(4) }}

),

atoms as (

    {{ context[var('kind') ~ '__atoms']('voters', keys + ['worker_id', 'label_share']) | indent(4) }}

),

final as (

    {{ context[var('kind') ~ '__aggregate_of_atoms'](labels, 'atoms', keys) | indent(4) }}

)

select * from final
{%- endmacro %}


{% macro election() -%} {{ 'medoid' if var('aggregation') == 'weighted' else var('aggregation') }} {%- endmacro %}


{% macro known_aggregations() -%}
    {%- set own = var('kind') ~ '__aggregations' -%}
    weighted medoid {{ context[own]() if context[own] is defined }} sad bau
{%- endmacro %}
