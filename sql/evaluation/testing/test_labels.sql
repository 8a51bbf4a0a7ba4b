-- One row per item and worker of the test: what each method says of the label, and how accurate it is.
with

labels as (

    select labels.*
    from {{ ref('drawn_labels') }} as labels
    inner join {{ base('trial') }} as trial on labels.split_share >= trial.train_share
    where labels.n_labels >= 2 and labels.accuracy is not null

),

estimated as (

    {{ with_estimates('labels') | indent(4) }}

),

final as (

    select
        item_id,
        worker_id,

        label_type,
        position,
        seat,
        slate,
        n_labels,
        accuracy,
        label_scatter,
        prior_variance,
        {{ estimators().split() | join(',\n        ') }}

    from estimated

)

select * from final
