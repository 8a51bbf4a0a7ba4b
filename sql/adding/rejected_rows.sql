-- One row per input row that is left out since labels were added: where it came from, what it said, and why.
-- What was left out stays so. Of the rows that were there, the first of a worker is left out where one that is new comes before it.
{{ config(materialized='incremental') }}

with

repeated as (

    {{ labels_of_repeated_keys(ref('checked_after'), none if var('learns') else ref('live_annotations_after')) | indent(4) }}

),

counted as (

    select *, sum(1 - is_new) over (partition by item_id, worker_id order by place) as place_before from repeated

),

final as (

    select 'annotations' as source, input_row as {{ quoted('row') }}, problem as reason
    from {{ ref('checked_additions') }}
    where problem is not null

    union all

    {{ repeated_labels('counted') | indent(4) }}
    and (is_new = 1 or place_before = 1)

)

select * from final
