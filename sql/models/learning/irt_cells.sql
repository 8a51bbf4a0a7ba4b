-- One row per worker and label type with a competence: the logit y of its accuracy above chance, and what it weighs in the IRT fit.
{{ config(materialized='view') }}

with

competence as (

    select * from {{ ref('competence') }} where label_type <> '*all*' and competence is not null

),

population as (

    select * from {{ ref('population') }}

),

overall as (

    select base_rate from population where label_type = '*all*'

),

based as (

    select
        competence.worker_id,
        competence.label_type,
        competence.competence,
        competence.weight as evidence,
        coalesce(population.base_rate, overall.base_rate, 0) as base_rate

    from competence
    inner join population on competence.label_type = population.label_type
    cross join overall

),

shares as (  -- p: accuracy above chance, as a share of what chance leaves

    select *, {{ clip('(competence - base_rate) / (1 - base_rate)', 0.01, 0.99) }} as p from based

),

final as (

    select
        worker_id,
        label_type,

        base_rate,
        {{ logit('p') }} as y,
        evidence * p * (1 - p) as v

    from shares

)

select * from final
