-- One row per audited item, number of its first labels, and label among these: what the chosen method says of the label.
-- A table of its own, as the next one: what reads it does so many times, and Spark would compute it as often.
with

annotations as (

    select annotations.*
    from {{ ref('stg_annotations') }} as annotations
    inner join {{ ref('stg_audits') }} as audits on annotations.item_id = audits.item_id

),

labels as (

    {{ with_estimates('annotations') | indent(4) }}

),

points as (

    select item_id, position as n_labels
    from annotations
    {%- if var('max_labels') is not none %}
    where position <= {{ var('max_labels') }}
    {%- endif %}

),

final as (

    select
        labels.item_id,
        points.n_labels,
        labels.worker_id,

        labels.label,
        labels.label_type,
        labels.position,
        labels.{{ var('method') }} as estimate

    from points
    inner join labels on points.item_id = labels.item_id and labels.position <= points.n_labels

)

select * from final
