-- One row per policy and number of labels: the threshold for stopping then. 1 never stops, 0 always: as after the last label known of.
-- `single`: a threshold at one point, else all labels. `shared`: the same at all points. `several`: as they pay at some price.
{%- set levels = '[' ~ range(1, 40) | join(' / 40, ') ~ ' / 40]' %}
with

points as (

    select n_labels from range(1, {{ var('n_points') + 1 }}) as points (n_labels)

),

reached as (  -- forty thresholds that ever fewer items reach, at each point

    select n_labels, unnest(quantile_disc(estimated_accuracy, {{ levels }})) as threshold
    from {{ ref('plan_prefixes') }}
    where n_labels < n_labels_of_item
    group by n_labels

),

tried as (

    select * from reached
    union
    select n_labels, unnest([0, 1]) as threshold from points

),

candidates as (

    select
        'single' as family,
        tried.n_labels || ' ' || tried.threshold as candidate,
        points.n_labels,
        case when points.n_labels = tried.n_labels then tried.threshold else 1 end as threshold

    from tried
    cross join points

    union all

    select 'shared' as family, cast(reached.threshold as text) as candidate, points.n_labels, reached.threshold
    from (select distinct threshold from reached) as reached
    cross join points

    union all

    select 'several' as family, cast(price_number as text) as candidate, n_labels, threshold
    from {{ ref('priced_thresholds') }}

),

numbered as (

    select dense_rank() over (order by family, candidate) as policy, family, n_labels, threshold from candidates

),

final as (

    select * from numbered
    union all
    select distinct policy, family, {{ var('n_points') + 1 }} as n_labels, 0 as threshold from numbered

)

select * from final
