-- One row per true and reported class: the confusion of all workers together, for those who were never seen.
{{ config(enabled='dawid_skene' in fitted_crowd_models().split()) }}

with

sums as (

    select true_class, reported_class, sum(n_expected) as n_expected
    from {{ ref('dawid_skene_confusions') }}
    group by true_class, reported_class

),

shares as (

    select
        sums.true_class,
        sums.reported_class,
        sums.n_expected,
        classes.prior,
        {{ pseudo_share(
            'sums.n_expected',
            'sum(sums.n_expected) over (partition by sums.true_class)',
            'count(*) over (partition by sums.true_class)'
        ) }} as probability

    from sums
    inner join {{ ref('dawid_skene_classes') }} as classes on sums.true_class = classes.true_class

),

final as (

    select
        shares.true_class,
        shares.reported_class,

        shares.n_expected,
        shares.prior,
        shares.probability,
        shares.prior * shares.probability
        / sum(shares.prior * shares.probability) over (partition by shares.reported_class) as posterior

    from shares

)

select * from final
