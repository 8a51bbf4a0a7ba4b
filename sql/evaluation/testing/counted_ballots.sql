-- One row per item, its labels and a vote on them: how accurate the answer is. Kept from trial to trial.
{{ config(materialized='incremental') }}

with

ballots as (

    select item_id, slate, ballot, min(contender) as contender
    from {{ ref('ballots') }}
    {%- if is_incremental() %}
    anti join {{ this }} as counted using (item_id, slate, ballot)
    {%- endif %}
    group by item_id, slate, ballot

),

labels as (

    select
        ballots.item_id,
        ballots.slate,
        ballots.ballot,
        votes.worker_id,
        labels.label,
        votes.position,
        votes.estimate,
        votes.weight

    from ballots
    inner join {{ ref('votes') }} as votes on ballots.contender = votes.contender and ballots.item_id = votes.item_id
    inner join {{ ref('drawn_labels') }} as labels
        on votes.item_id = labels.item_id and votes.worker_id = labels.worker_id

),

answers as (

    {{ aggregates('labels', ['item_id', 'slate', 'ballot']) | indent(4) }}

),

truths as (

    select truths.*
    from {{ base('stg_audits') }} as truths
    semi join answers on truths.item_id = answers.item_id

),

final as (

    {{ similarities(
        left='answers',
        right='truths',
        left_keys=['item_id', 'slate', 'ballot'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=['l.item_id', 'l.slate', 'l.ballot']
    ) | indent(4) }}

)

select item_id, slate, ballot, similarity as accuracy from final
