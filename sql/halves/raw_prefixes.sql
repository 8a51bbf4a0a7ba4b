-- One row per item of either half and number of its first labels: as `plan_prefixes` and `tested_prefixes`, decided on Ĉ, before the shift.
with

halves as (

    select prefixes.* exclude (estimated_accuracy), answers.raw_accuracy as estimated_accuracy, false as is_tested
    from {{ ref('plan_prefixes') }} as prefixes
    inner join {{ ref('prefix_answers') }} as answers
        on prefixes.item_id = answers.item_id and prefixes.n_labels = answers.n_labels

    union all by name

    select * exclude (estimated_accuracy, raw_accuracy), raw_accuracy as estimated_accuracy, true as is_tested
    from {{ ref('tested_prefixes') }}

)

select * from halves
