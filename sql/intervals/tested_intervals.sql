-- One row per grain (worker, worker and type, item after so many labels): how often the 95 % intervals held on items that were not
-- learned from. An interval is about such labels: all answers of one worker and type are one case, and chance in so many has its part.
with

cases as (

    select
        grain,
        n_labels,
        worker_id,
        label_type,
        avg(estimated_accuracy) as estimated_accuracy,
        avg(accuracy) as accuracy,
        avg(reach) as reach,
        avg(estimated_accuracy * (1 - estimated_accuracy)) / count(*) as chance

    from {{ ref('tested_estimates') }}
    group by grain, n_labels, worker_id, label_type

),

final as (

    select
        cases.grain,
        cases.n_labels,

        count(*) as n_cases,
        avg(
            (
                abs(cases.accuracy - cases.estimated_accuracy)
                <= sqrt(pow(cases.reach, 2) + pow(1.959964, 2) * parameters.dispersion * cases.chance)
            )::int
        ) as coverage

    from cases
    cross join {{ ref('hoak_parameters') }} as parameters
    group by cases.grain, cases.n_labels

)

select * from final
