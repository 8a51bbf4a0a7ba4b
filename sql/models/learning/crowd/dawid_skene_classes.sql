-- One row per class: p, how often it is the truth by Dawid–Skene.
{{ config(enabled='dawid_skene' in fitted_crowd_models().split()) }}

with

classes as (

    select true_class, sum(probability) as n_expected
    from {{ ref('dawid_skene_posteriors') }}
    group by true_class

),

final as (

    select
        true_class,

        {{ pseudo_share('n_expected', 'sum(n_expected) over ()', 'count(*) over ()') }} as prior

    from classes

)

select * from final
