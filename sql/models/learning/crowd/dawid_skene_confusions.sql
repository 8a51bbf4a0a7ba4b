-- One row per worker, true and reported class: π, how likely the report is for the truth, and the truth for the report.
{{ config(enabled='dawid_skene' in fitted_crowd_models().split()) }}

with

workers as (

    select distinct worker_id from {{ ref('crowd_votes') }}

),

classes as (

    select * from {{ ref('dawid_skene_classes') }}

),

counts as (

    {{ crowd_counts(ref('dawid_skene_posteriors'), ref('crowd_votes')) | indent(4) }}

),

cells as (

    select
        workers.worker_id,
        truths.true_class,
        reports.true_class as reported_class,
        truths.prior,
        coalesce(counts.n_expected, 0) as n_expected

    from workers
    cross join classes as truths
    cross join classes as reports
    left join counts
        on workers.worker_id = counts.worker_id
        and truths.true_class = counts.true_class
        and reports.true_class = counts.label

),

shares as (

    select
        *,
        {{ pseudo_share(
            'n_expected',
            'sum(n_expected) over (partition by worker_id, true_class)',
            'count(*) over (partition by worker_id, true_class)'
        ) }} as probability

    from cells

),

final as (

    select
        shares.worker_id,
        shares.true_class,
        shares.reported_class,

        shares.n_expected,
        shares.probability,
        shares.prior * shares.probability
        / sum(shares.prior * shares.probability) over (partition by shares.worker_id, shares.reported_class) as posterior

    from shares

)

select * from final
