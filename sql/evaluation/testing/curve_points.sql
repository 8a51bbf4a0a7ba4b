-- One row per contender and threshold that tells items apart: what stopping from it costs, and how accurate the answers are.
-- The first row of a contender is the threshold that no item reaches.
with

items as (

    select * from {{ ref('answered_items') }}

),

steps as (  -- items of one estimate stop together, however its last digit is rounded

    select
        contender,
        round(estimate, 12) as threshold,
        count(*) as n_items,
        sum(n_labels - 1) as labels_saved,
        sum(first_accuracy - accuracy) as accuracy_gained

    from items
    group by contender, threshold

),

nobody as (

    select contender, 'infinity'::double as threshold, count(*) as n_items, sum(n_labels) as n_labels, sum(accuracy) as accuracy
    from items
    group by contender

),

stopped as (

    select
        contender,
        threshold,
        sum(labels_saved) over (partition by contender order by threshold desc) as labels_saved,
        sum(accuracy_gained) over (partition by contender order by threshold desc) as accuracy_gained

    from steps

    union all

    select contender, threshold, 0 as labels_saved, 0 as accuracy_gained from nobody

),

final as (

    select
        stopped.contender,
        stopped.threshold,

        1 - stopped.labels_saved / nobody.n_labels as cost,
        (nobody.accuracy + stopped.accuracy_gained) / nobody.n_items as accuracy

    from stopped
    inner join nobody on stopped.contender = nobody.contender

)

select * from final
