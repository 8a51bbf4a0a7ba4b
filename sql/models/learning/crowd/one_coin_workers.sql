-- One row per worker: a, how often they are right by the one-coin model.
{{ config(enabled='one_coin' in fitted_crowd_models().split()) }}

with

labels as (

    select votes.worker_id, count(*) as n_labels, sum(posteriors.probability) as n_right
    from {{ ref('crowd_votes') }} as votes
    inner join {{ ref('one_coin_posteriors') }} as posteriors
        on votes.item_id = posteriors.item_id and votes.label = posteriors.true_class
    group by votes.worker_id

),

final as (

    select
        worker_id,

        n_labels,
        n_right,
        {{ pseudo_share('n_right', 'n_labels', 2) }} as accuracy

    from labels

)

select * from final
