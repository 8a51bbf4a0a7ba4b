-- One row per contender and training size: the mean over trials, with a 95 % interval of RAUC (Student's t).
{%- set t_quantiles = [
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314,
    2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423
] %}

with

scores as (

    select
        {{ contender_keys() }},
        100 * avg(rauc) as rauc_mean,
        100 * coalesce({{ t_quantiles }}[count(*) - 1], 1.96) * stddev_samp(rauc) / sqrt(count(*)) as rauc_reach,
        avg(coalesce(saving_at_parity, 0)) as saving_at_parity,  -- where it is never reached all labels are paid for
        avg(accuracy_all) as accuracy_all

    from {{ ref('trial_scores') }}
    group by all

),

correlations as (

    select * from {{ ref('correlations') }} where label_type = '*all*'

),

errors as (

    select
        train_share,
        calibrated,
        audit_weight,
        estimator,
        sum(abs(sum_estimate - sum_accuracy)) / sum(n_labels) as ece

    from {{ ref('trial_bins') }}
    group by all

),

coverages as (

    select train_share, calibrated, audit_weight, estimator, avg(is_covered::int) as coverage
    from {{ ref('trial_cells') }}
    group by all

),

final as (

    select
        scores.method,
        scores.aggregation,
        scores.weights,
        scores.train_share,
        scores.calibrated,
        scores.audit_weight,

        scores.rauc_mean,
        scores.rauc_mean - scores.rauc_reach as rauc_low,
        scores.rauc_mean + scores.rauc_reach as rauc_high,
        scores.saving_at_parity,
        scores.accuracy_all,
        correlations.correlation,
        errors.ece,
        coverages.coverage

    from scores
    left join correlations using (estimator, train_share, calibrated, audit_weight)
    left join errors using (estimator, train_share, calibrated, audit_weight)
    left join coverages using (estimator, train_share, calibrated, audit_weight)
    -- what rests on no estimate is the same in every variant
    where scores.estimator <> 'none' or not scores.calibrated

)

select * from final
order by train_share, calibrated, audit_weight, rauc_mean desc, method, weights
