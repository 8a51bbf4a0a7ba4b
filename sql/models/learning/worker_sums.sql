-- One row per worker and label type, and one per worker for all types together (`*all*`): all that learning needs to know.
with

labels as (

    select worker_id, label_type, count(*) as n_labels
    from {{ ref('stg_annotations') }}
    group by worker_id, label_type

),

agreement as (

    {{ agreement_sums() | indent(4) }}

),

audits as (

    select
        worker_id,
        label_type,
        count(*) as n_audits,
        sum(similarity) as sum_audit,
        sum(similarity * similarity) as sum_squared_audit

    from {{ ref('audited_labels') }}
    group by worker_id, label_type

),

cells as (

    select
        labels.worker_id,
        labels.label_type,
        labels.n_labels,
        coalesce(agreement.n_pairs, 0) as n_pairs,
        coalesce(agreement.sum_similarity, 0) as sum_similarity,
        coalesce(agreement.sum_squared_similarity, 0) as sum_squared_similarity,
        coalesce(audits.n_audits, 0) as n_audits,
        coalesce(audits.sum_audit, 0) as sum_audit,
        coalesce(audits.sum_squared_audit, 0) as sum_squared_audit

    from labels
    left join agreement on labels.worker_id = agreement.worker_id and labels.label_type = agreement.label_type
    left join audits on labels.worker_id = audits.worker_id and labels.label_type = audits.label_type

),

final as (

    select * from cells

    union all

    select
        worker_id,
        '*all*' as label_type,
        cast(sum(n_labels) as bigint) as n_labels,
        cast(sum(n_pairs) as bigint) as n_pairs,
        sum(sum_similarity) as sum_similarity,
        sum(sum_squared_similarity) as sum_squared_similarity,
        cast(sum(n_audits) as bigint) as n_audits,
        sum(sum_audit) as sum_audit,
        sum(sum_squared_audit) as sum_squared_audit

    from cells
    group by worker_id

)

select * from final
