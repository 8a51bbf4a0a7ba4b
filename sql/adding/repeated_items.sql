-- One row per item on which a worker has more than one label.
{{ config(enabled=var('learns')) }}

with

repeated as (

    select item_id
    from {{ ref('labels_after') }}
    where (select count(*) from {{ ref('labels_after') }}) > (select count(*) from {{ ref('live_annotations_after') }})
    group by item_id, worker_id
    having count(*) > 1

)

select distinct item_id from repeated
