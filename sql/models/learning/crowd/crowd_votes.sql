-- One row per item and worker: the label and, where audited, the truth, as the models of the crowd read them.
{{ config(enabled=fitted_crowd_models().split() | length > 0) }}

with

annotations as (

    select * from {{ ref('stg_annotations') }}

),

audited as (

    select
        annotations.item_id,
        annotations.worker_id,
        annotations.label,
        audits.label as truth,
        count(*) over (partition by annotations.item_id) as n_labels

    from annotations
    left join {{ ref('stg_audits') }} as audits on annotations.item_id = audits.item_id

),

reports as (

    select label from audited
    union all
    select truth as label from audited where truth is not null

),

classes as (

    select count(distinct label) as n_classes from reports

),

final as (

    select
        audited.item_id,
        audited.worker_id,

        audited.label,
        audited.truth,
        audited.n_labels,
        classes.n_classes

    from audited
    cross join classes

)

select * from final
