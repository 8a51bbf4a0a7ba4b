-- One row per number of labels t: how agreement shifts the estimate at this point (δ, ε).
with

prefixes as (

    select * from {{ ref('audited_prefixes') }} where raw_accuracy is not null

),

observations as (  -- one label always agrees with itself: the first point has no ε

    select
        n_labels,
        accuracy as y,
        case when n_labels = 1 then {{ as_double(0) }} else agreement end as s,
        {{ logit(clip('raw_accuracy', 0.01, 0.99)) }} as raw_logit,
        {{ logit(clip('accuracy', 0.01, 0.99)) }} as true_logit

    from prefixes

),

{{ shift_fit('observations') }}

fits as (

    select n_labels, count(*) as n_audits, max(delta) as delta, max(epsilon) as epsilon
    from fitted
    group by n_labels

),

points as (

    select n_labels from {{ ref('item_counts') }}

),

final as (

    select
        points.n_labels,

        case when fits.n_audits >= 10 then fits.delta else {{ as_double(0) }} end as delta,
        case when fits.n_audits >= 10 then fits.epsilon else {{ as_double(0) }} end as epsilon,
        coalesce(fits.n_audits, 0) as n_audits

    from points
    left join fits on points.n_labels = fits.n_labels

)

select * from final
