-- One row per item: a hash of all that its similarities depend on, by which an incremental run knows what is as it was.
{{ config(materialized='view') }}

with

labels as (

    select
        item_id,
        worker_id,
        worker_id || ' ' || label_type || ' ' || {{ mark_of('label') }} as content

    from {{ ref('stg_annotations') }}

    union all

    select item_id, null as worker_id, {{ mark_of('label') }} as content
    from {{ ref('stg_audits') }}

),

final as (

    select
        item_id,
        {{ hex_md5(
            "'" ~ var('kind') ~ ' ' ~ similarity() | replace("'", "''") ~ " ' || " ~ text_of_group('content', 'worker_id')
        ) }} as fingerprint

    from labels
    group by item_id

)

select * from final
