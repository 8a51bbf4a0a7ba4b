-- One row per item and worker, as the annotations stand now: the label, its type and its place in the item's arrival order.
{{ config(materialized='view') }}

with

annotations as (

    select * from {{ ref('checked_annotations') }} where problem is null

),

numbered as (

    {{ in_arrival_order('annotations') | indent(4) }}

),

final as (

    {% if partition_name() == 'cluster' -%}
    {{ with_nearest_medoid('numbered') | indent(4) }}
    {%- else -%}
    select
        item_id,
        worker_id,
        label,
        {{ label_type('label') }} as label_type,
        arrived_at,
        position

    from numbered
    {{ joined_centres() }}
    {%- endif %}

)

select * from final
