-- One row per item, as the annotations stand now: its answer, and how accurate it is estimated to be.
with

answers as (

    select * from {{ ref('live_answers') }}

),

estimates as (

    {{ with_estimated_accuracy('answers') | indent(4) }}

),

final as (

    select
        item_id,

        n_labels_compared as n_labels,
        label,
        label_type,
        closest_worker_id,
        agreement,
        raw_accuracy,
        estimated_accuracy,
        accuracy_low,
        accuracy_high,
        has_evidence

    from estimates

)

select * from final
