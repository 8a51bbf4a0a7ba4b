-- One row per item and worker, as the annotations stand now: what each method says of the label.
with

labels as (

    select * from {{ ref('live_annotations') }}

),

estimated as (

    {{ with_estimates('labels') | indent(4) }}

),

final as (

    select
        item_id,
        worker_id,

        label,
        label_type,
        position,
        oak,
        poak,
        poaki,
        poak_irt,
        hoak

    from estimated

)

select * from final
