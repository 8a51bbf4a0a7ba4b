-- One row per input row that is left out since labels were added: where it came from, what it said, and why.
{{ config(materialized='incremental') }}

with

repeated as (

    {{ repeated_labels(ref('checked_concerned'), ref('live_annotations_after')) | indent(4) }}

),

final as (

    select 'annotations' as source, input_row as {{ quoted('row') }}, problem as reason
    from {{ ref('checked_additions') }}
    where problem is not null

    union all

    select * from repeated

)

select * from final
