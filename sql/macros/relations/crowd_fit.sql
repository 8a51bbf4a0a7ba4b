{# Models of the whole crowd, of workers and true classes at once (docs/method.md, Dawid–Skene): for categories, fitted where asked for. #}

{% macro crowd_models() -%} dawid_skene one_coin {%- endmacro %}


{# Those to fit: the chosen method, or in an evaluation whoever is tried. #}
{% macro fitted_crowd_models() -%}
    {%- set asked = var('contenders', [{'estimator': var('method')}]) | map(attribute='estimator') | list -%}
    {%- for model in crowd_models().split() if model in asked -%}{{ model }} {% endfor -%}
{%- endmacro %}


{# Relation: per worker, label and true class, how many labels that makes, and how many items with the labels of one sharing it. #}
{% macro crowd_counts(posteriors, votes) -%}
select
    votes.worker_id,
    votes.label,
    posteriors.true_class,
    votes.n_classes,
    sum(posteriors.probability) as n_expected,
    sum(posteriors.probability / {{ as_double('votes.n_labels') }}) as n_items

from {{ posteriors }} as posteriors
inner join {{ votes }} as votes on posteriors.item_id = votes.item_id
group by votes.worker_id, votes.label, posteriors.true_class, votes.n_classes
{%- endmacro %}


{# Expression: a share of counts, with a pseudo-count of 0.1 for each of the parts, so that none is 0. #}
{% macro pseudo_share(part, whole, n_parts) -%}
    (({{ part }} + {{ as_double(0.1) }}) / ({{ whole }} + {{ as_double(0.1) }} * {{ as_double(n_parts) }}))
{%- endmacro %}


{#
  CTEs: ten steps of expectation and maximisation, ending in the CTE `fitted`: item_id, true_class, probability.

  A step reads its predecessor once, and otherwise the table of votes: an engine that inlines CTEs plans a chain. Constants
  are typed, for Spark's analyzer has 100 passes and these take more than 80 of them. The probabilities are rounded to 12
  decimals, so that equals stay equals however their sums were ordered; a chance below exp(-700) of the best one is taken
  for that, for engines that would stop at an underflow.

  chance: the macro of the model's chance of a label, over the columns of crowd_counts
#}
{% macro crowd_fit(votes, classes, chance) -%}
step_0 as {{ computed_once() }} (

    select
        votes.item_id,
        classes.true_class,
        avg({{ as_double('case when coalesce(votes.truth, votes.label) = classes.true_class then 1 else 0 end') }}) as probability

    from {{ votes }} as votes
    cross join {{ classes }} as classes
    group by votes.item_id, classes.true_class

),
{% for step in range(1, 11) %}
counts_{{ step }} as (

    {{ crowd_counts('step_' ~ (step - 1), votes) | indent(4) }}

),

chances_{{ step }} as (

    select
        worker_id,
        label,
        true_class,
        ln({{ pseudo_share('sum(n_items) over (partition by true_class)', 'sum(n_items) over ()', 'n_classes') }}) as log_prior,
        ln({{ chance() }}) as log_chance

    from counts_{{ step }}

),

scores_{{ step }} as (

    select
        votes.item_id,
        votes.truth,
        chances.true_class,
        max(chances.log_prior) + sum(chances.log_chance) as score

    from chances_{{ step }} as chances
    inner join {{ votes }} as votes on chances.worker_id = votes.worker_id and chances.label = votes.label
    group by votes.item_id, votes.truth, chances.true_class

),

odds_{{ step }} as (

    select
        item_id,
        truth,
        true_class,
        exp(greatest(score - max(score) over (partition by item_id), {{ as_double(-700) }})) as odds

    from scores_{{ step }}

),

step_{{ step }} as {{ computed_once() }} (  -- what an auditor has said stays

    select
        item_id,
        true_class,
        case
            when truth = true_class then {{ as_double(1) }}
            when truth is not null then {{ as_double(0) }}
            else round(odds / sum(odds) over (partition by item_id) * {{ as_double(1e12) }}) / {{ as_double(1e12) }}
        end as probability

    from odds_{{ step }}

),
{% endfor %}
fitted as (

    select item_id, true_class, probability from step_10

),
{%- endmacro %}


{#
  Relation: per group of labels, the class with the largest posterior, then the smaller one. A label of a class that was never
  seen says nothing; where no other is there, the answer is the kind's own.

  labels: keys, worker_id, label, weight
#}
{% macro most_probable(labels, keys, model) -%}
with

chances as (

    {{ context[model ~ '__chances'](labels, keys) | indent(4) }}

),

scores as (

    select
        {{ keys | join(', ') }},
        true_class,

        {{ tie_safe('max(ln(prior)) + sum(ln(chance))') }} as score

    from chances
    group by {{ keys | join(', ') }}, true_class

),

probable as (

    select
        *,
        row_number() over (partition by {{ keys | join(', ') }} order by score desc, {{ binary_order('true_class') }}) as place

    from scores

),

reported as (

    {{ category__aggregate(labels, keys) | indent(4) }}

)

select {{ prefixed('reported', keys) }}, coalesce(probable.true_class, reported.label) as label
from reported
left join probable on {{ equal('reported', 'probable', keys) }} and probable.place = 1
{%- endmacro %}
