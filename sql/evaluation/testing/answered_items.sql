-- One row per contender and item of the test: how accurate the first label is, as estimated and really, and the answer of all labels.
{%- set elections = {
    'bau': "aggregation = 'bau'",
    'sad': "aggregation = 'sad'",
} -%}
{%- if not own_aggregate() -%}{%- do elections.update({election(): "aggregation in ('weighted', '" ~ election() ~ "')"}) -%}{%- endif -%}
{%- set keys = ['contender', 'item_id'] %}

with

votes as (

    select * from {{ ref('votes') }}

),

sides as (

    select item_id, worker_a as worker_id, worker_b as other_id, similarity from {{ ref('drawn_pairs') }}
    union all
    select item_id, worker_b as worker_id, worker_a as other_id, similarity from {{ ref('drawn_pairs') }}

),

{%- for name, condition in elections.items() %}

{{ name }}_votes as (

    select *
    from votes
    where contender in (select contender from {{ ref('contenders') }} where {{ condition }})

),

{{ name }}_pairs as (

    select others.contender, sides.item_id, sides.worker_id, others.weight, sides.similarity
    from sides
    inner join {{ name }}_votes as others on sides.item_id = others.item_id and sides.other_id = others.worker_id

),

{{ name }}_winners as (

    {{ elected(name ~ '_votes', keys, name, 'select * from ' ~ name ~ '_pairs') | indent(4) }}

),
{%- endfor %}

answers as (

    {% for name in elections -%}
    select votes.contender, votes.item_id, votes.accuracy
    from votes
    inner join {{ name }}_winners as winners on {{ equal('votes', 'winners', keys + ['worker_id']) }}
    union all
    {% endfor -%}
    {%- if own_aggregate() %}
    select ballots.contender, ballots.item_id, counted.accuracy
    from {{ ref('ballots') }} as ballots
    inner join {{ ref('counted_ballots') }} as counted using (item_id, slate, ballot)
    union all
    {%- endif %}
    select contender, item_id, accuracy from {{ ref('probable_answers') }}

),

final as (

    select
        firsts.contender,
        firsts.item_id,

        firsts.n_labels,
        coalesce(firsts.estimate, 0) as estimate,
        firsts.accuracy as first_accuracy,
        answers.accuracy

    from votes as firsts
    inner join answers on {{ equal('firsts', 'answers', keys) }}
    where firsts.position = 1

)

select * from final
