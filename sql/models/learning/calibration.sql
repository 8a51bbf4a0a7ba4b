-- One row per label type, and `*all*`: the line from mean similarity to accuracy, and whose line it is.
with

sums as (

    select * from {{ ref('worker_sums') }}

),

workers as (  -- those seen with peers and by an auditor

    select
        label_type,
        n_audits as weight,
        {{ divide('sum_similarity', 'n_pairs') }} as x,
        {{ divide('sum_audit', 'n_audits') }} as y

    from sums
    where n_pairs > 0 and n_audits > 0

),

centred as (

    select
        label_type,
        weight,
        x,
        y,
        sum(weight * x) over (partition by label_type) / sum(weight) over (partition by label_type) as x_mean,
        sum(weight * y) over (partition by label_type) / sum(weight) over (partition by label_type) as y_mean

    from workers

),

moments as (

    select
        label_type,
        count(*) as n_workers,
        cast(sum(weight) as bigint) as n_audits,
        max(x_mean) as x_mean,
        max(y_mean) as y_mean,
        sum(weight * (x - x_mean) * (x - x_mean)) as s_xx,
        sum(weight * (x - x_mean) * (y - y_mean)) as s_xy

    from centred
    group by label_type

),

fitted as (  -- null where there are too few workers, too little spread, or the line would not rise

    select
        label_type,
        n_workers,
        n_audits,
        case
            when
                n_workers >= case when label_type = '*all*' then 2 else 3 end
                and s_xx / n_audits > 1e-9
                and s_xy / s_xx > 1e-9
                then s_xy / s_xx
        end as slope,
        x_mean,
        y_mean

    from moments

),

overall as (

    select slope, y_mean - slope * x_mean as intercept from fitted where label_type = '*all*' and slope is not null

),

types as (

    select label_type from sums group by label_type

),

final as (

    select
        types.label_type,

        coalesce(fitted.slope, overall.slope, 1) as slope,
        case
            when fitted.slope is not null then fitted.y_mean - fitted.slope * fitted.x_mean
            else coalesce(overall.intercept, 0)
        end as intercept,
        coalesce(fitted.n_workers, 0) as n_workers,
        coalesce(fitted.n_audits, 0) as n_audits,
        case
            when fitted.slope is not null and types.label_type <> '*all*' then 'own'
            when overall.slope is not null then 'overall'
            else 'identity'
        end as source

    from types
    left join fitted on types.label_type = fitted.label_type
    left join overall on 1 = 1

)

select * from final
