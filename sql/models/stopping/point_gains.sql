-- One row per number of labels t that enough items went beyond: what one more label adds, as a line over the estimated accuracy.
-- The last one holds for all later numbers, too.
with

answers as (

    select * from {{ ref('prefix_answers') }}

),

estimates as (

    {{ with_shifts('answers') | indent(4) }}

),

steps as (

    select
        n_labels,
        estimated_accuracy as x,
        lead(estimated_accuracy) over (partition by item_id order by n_labels) - estimated_accuracy as y

    from estimates

),

centred as (

    select
        n_labels,
        avg(x) over (partition by n_labels) as mean_x,
        avg(y) over (partition by n_labels) as mean_y,
        x - avg(x) over (partition by n_labels) as dx,
        y - avg(y) over (partition by n_labels) as dy

    from steps
    where y is not null

),

lines as (  -- a ridge of 1 pulls the slope to 0

    select
        n_labels,
        count(*) as n_items,
        max(mean_x) as mean_x,
        max(mean_y) as mean_y,
        sum(dx * dy) / (sum(dx * dx) + 1) as slope

    from centred
    group by n_labels

),

final as (

    select n_labels, n_items, mean_y - slope * mean_x as intercept, slope
    from lines
    where n_items >= 10

)

select * from final
