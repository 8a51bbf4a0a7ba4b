-- One row per item, as the annotations stand now: stop, or ask for another label, and why.
with

estimates as (

    select item_id, n_labels, estimated_accuracy, {{ threshold_at('n_labels') }} as threshold
    from {{ ref('item_estimates') }}

),

final as (

    select
        item_id,

        n_labels,
        estimated_accuracy,
        threshold,
        case
            when estimated_accuracy >= threshold then 'stop'
            {%- if var('max_labels') is not none %}
            when n_labels >= {{ var('max_labels') }} then 'stop'
            {%- endif %}
            else 'ask'
        end as decision,
        case
            when estimated_accuracy >= threshold then 'threshold reached'
            {%- if var('max_labels') is not none %}
            when n_labels >= {{ var('max_labels') }} then 'max_labels reached'
            {%- endif %}
            when estimated_accuracy is null then 'no evidence yet'
            else 'below threshold'
        end as reason

    from estimates

)

select * from final
