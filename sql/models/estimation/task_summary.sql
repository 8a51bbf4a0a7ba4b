-- One row: the task at a glance, as the annotations stand now.
with

decisions as (

    select
        count(*) as n_items,
        cast(sum(n_labels) as bigint) as n_labels,
        sum(case when decision = 'stop' then 1 else 0 end) as n_stop,
        sum(case when decision = 'ask' then 1 else 0 end) as n_ask,
        avg(estimated_accuracy) as mean_estimated_accuracy

    from {{ ref('item_decisions') }}

),

workers as (

    select count(*) as n_workers from {{ ref('worker_competence') }}

),

audits as (

    select count(*) as n_audits from {{ ref('stg_audits') }}

),

rejected as (

    select count(*) as n_rejected from {{ ref('rejected_rows') }}

),

final as (

    select
        decisions.n_items,
        decisions.n_labels,
        workers.n_workers,
        audits.n_audits,
        rejected.n_rejected,
        cast(decisions.n_stop as bigint) as n_stop,
        cast(decisions.n_ask as bigint) as n_ask,
        decisions.mean_estimated_accuracy

    from decisions
    cross join workers
    cross join audits
    cross join rejected

)

select * from final
