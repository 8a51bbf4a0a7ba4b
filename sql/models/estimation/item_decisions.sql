-- One row per item, as the annotations stand now: stop, or ask for another label, and why.
with

estimates as (

    select
        items.item_id,
        items.n_labels,
        items.estimated_accuracy,
        items.has_evidence,
        thresholds.threshold,
        {{ 'items.n_labels >= ' ~ var('max_labels') if var('max_labels') is not none else '1 = 0' }} as is_full,
        {{ clip('items.estimated_accuracy + gains.intercept + gains.slope * items.estimated_accuracy', 0, 1) }}
        - items.estimated_accuracy as gain

    from {{ ref('item_estimates') }} as items
    left join {{ from_point_on('thresholds') }} as thresholds on {{ is_in_force('thresholds', 'items.n_labels') }}
    left join {{ from_point_on('point_gains') }} as gains on {{ is_in_force('gains', 'items.n_labels') }}

),

reasons as (

    select
        *,
        case
            when has_evidence and estimated_accuracy >= threshold then 'threshold reached'
            when is_full then 'max_labels reached'
            when has_evidence then 'below threshold'
            else 'no evidence yet'
        end as reason

    from estimates

),

final as (

    select
        item_id,

        n_labels,
        estimated_accuracy,
        threshold,
        estimated_accuracy - threshold as margin,
        case when not is_full then gain end as expected_gain,
        case when reason like '% reached' then 'stop' else 'ask' end as decision,
        reason,
        case when reason not like '% reached' then gain end as priority

    from reasons

)

select * from final
