{#
  Relation, one row per group of labels (keys): the aggregate, how far the labels agree with it, whose label is closest to
  it, and the raw estimate of its accuracy Ĉ (docs/method.md, aggregating).

  labels: a query that gives keys, worker_id, position, label, label_type, estimate (by the chosen method)

  A model is this relation and nothing around it: DuckDB 1.4 takes four times as long to plan for each level of CTEs in CTEs.
#}
{% macro answers(labels, keys) -%}
with

labels as (

    {{ labels | indent(4) }}

),

weighted as (

    select *, {{ label_weight('estimate', weights()) }} as weight from labels

),

{% if is_counted() -%}
typed as (

    {{ counted_answers('weighted', keys) | indent(4) }}

),
{%- else -%}
{% if is_made_of_atoms() -%}
voters as (

    {{ with_share('weighted', keys) | indent(4) }}

),

label_atoms as (  -- for the aggregate and for how far the labels agree with it

    {{ weighed_atoms('voters', keys + ['worker_id', 'label_share']) | indent(4) }}

),

{% endif -%}
aggregates as (

    {% if is_made_of_atoms() -%}
    {{ context[own_aggregate() ~ '_of_atoms']('weighted', 'label_atoms', keys) | indent(4) }}
    {%- elif var('method') in crowd_models().split() and var('aggregation') == 'weighted' -%}
    {{ most_probable('weighted', keys, var('method')) | indent(4) }}
    {%- else -%}
    {{ aggregates('weighted', keys) | indent(4) }}
    {%- endif %}

),

{% if is_made_of_atoms() -%}
aggregate_atoms as (

    {{ atoms_of_aggregate('aggregates', keys) | indent(4) }}

),

{% endif -%}
closeness as (

    {{ similarities(
        left='aggregates',
        right='weighted',
        left_keys=keys,
        right_keys=keys + ['worker_id'],
        on=equal('l', 'r', keys),
        columns=[prefixed('l', keys), 'l.label', 'r.worker_id', 'r.label_type', 'r.estimate', 'r.position'],
        atoms=['aggregate_atoms', 'label_atoms'] if is_made_of_atoms() else none
    ) | indent(4) }}

),

ranked as (

    select
        *,
        count(*) over (partition by {{ keys | join(', ') }}) as n_labels_compared,
        avg(similarity) over (partition by {{ keys | join(', ') }}) as agreement,
        row_number() over (
            partition by {{ keys | join(', ') }}
            order by
                {{ tie_safe('similarity') }} desc, {{ tie_safe('coalesce(estimate, 0)') }} desc,
                position, {{ binary_order('worker_id') }}
        ) as place

    from closeness

),

typed as (

    select
        {{ keys | join(', ') }},
        n_labels_compared,
        label,
        {{ 'label_type' if type_of_aggregate() == 'closest' else label_type('label') }} as label_type,
        worker_id,
        agreement

    from ranked
    {{ joined_centres() }}
    where place = 1

),
{%- endif %}

estimated as (

    {{ with_estimates('typed') | indent(4) }}

)

select
    {{ keys | join(', ') }},
    n_labels_compared,
    label,
    label_type,
    worker_id as closest_worker_id,
    agreement,
    {{ var('method') }} as raw_accuracy,
    has_evidence,
    label_scatter,
    prior_variance

from estimated
{%- endmacro %}
