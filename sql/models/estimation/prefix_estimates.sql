-- One row per item and number of its first labels, as the annotations stand now: the answer after so many labels, and how accurate
-- it is estimated to be.
with

answers as (

    select * from {{ ref('live_prefix_answers') }}

),

estimates as (

    {{ with_estimated_accuracy('answers') | indent(4) }}

),

final as (

    select
        item_id,
        n_labels,

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
