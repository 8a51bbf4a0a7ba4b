-- One row per class: every label that a worker or an auditor has given.
{{ config(enabled=fitted_crowd_models().split() | length > 0) }}

with

votes as (

    select * from {{ ref('crowd_votes') }}

),

reports as (

    select label as true_class from votes
    union all
    select truth as true_class from votes where truth is not null

),

final as (

    select true_class from reports group by true_class

)

select * from final
