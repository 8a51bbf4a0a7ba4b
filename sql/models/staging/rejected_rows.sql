-- One row per input row that was left out: where it came from, what it said, and why.
-- The input is read where it is used, and not by a CTE for all: an engine that keeps a CTE would write every row as JSON.
with

repeated_annotations as (

    {{ labels_of_repeated_keys(ref('checked_annotations'), ref('stg_annotations')) | indent(4) }}

),

repeated_audits as (

    {{ rows_of_repeated_keys(ref('checked_audits'), ref('stg_audits'), ['item_id'], label_order('label')) | indent(4) }}

),

final as (

    select 'annotations' as source, input_row as {{ quoted('row') }}, problem as reason
    from {{ ref('checked_annotations') }}
    where problem is not null

    union all

    {{ repeated_labels('repeated_annotations') | indent(4) }}

    union all

    select 'audits' as source, input_row as {{ quoted('row') }}, problem as reason
    from {{ ref('checked_audits') }}
    where problem is not null

    union all

    select 'audits' as source, input_row as {{ quoted('row') }}, 'another audit of this item is used' as reason
    from repeated_audits
    where place > 1

)

select * from final
