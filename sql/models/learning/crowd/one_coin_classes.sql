-- One row per class: p, how often it is the truth by the one-coin model; in each row the same, what holds for all classes.
{{ config(enabled='one_coin' in fitted_crowd_models().split()) }}

with

classes as (

    select true_class, sum(probability) as n_expected
    from {{ ref('one_coin_posteriors') }}
    group by true_class

),

workers as (

    select {{ pseudo_share('sum(n_right)', 'sum(n_labels)', 2) }} as pooled_accuracy
    from {{ ref('one_coin_workers') }}

),

final as (

    select
        classes.true_class,

        {{ pseudo_share('classes.n_expected', 'sum(classes.n_expected) over ()', 'count(*) over ()') }} as prior,
        count(*) over () as n_classes,
        workers.pooled_accuracy

    from classes
    cross join workers

)

select * from final
