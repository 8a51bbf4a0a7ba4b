-- One row per thing that deserves a look although nothing failed: what it concerns, how many rows, and a sentence.
with

kept as (

    select cast(coalesce(sum(n_items), 0) as bigint) as n_rows from {{ ref('item_counts') }}

),

rejected as (

    select count(*) as n_rows from {{ ref('rejected_rows') }} where source = 'annotations'

),

unmatched as (

    select count(*) as n_rows
    from {{ ref('stg_audits') }} as audits
    left join {{ ref('stg_annotations') }} as labels on audits.item_id = labels.item_id and labels.position = 1
    where labels.item_id is null

),

audits as (

    select count(*) as n_rows from {{ ref('stg_audits') }}

),

second_labels as (

    select count(*) as n_rows from {{ ref('item_counts') }} where n_labels = 2

),

overall_line as (

    select source from {{ ref('calibration') }} where label_type = '*all*'

),

final as (

    select
        'annotations' as source,
        rejected.n_rows,
        'more annotations were left out than kept, see rejected_rows: is it the right kind?' as message

    from rejected
    cross join kept
    where rejected.n_rows > kept.n_rows

    union all

    select
        'audits' as source,
        unmatched.n_rows,
        {{ as_text('unmatched.n_rows') }} || ' of ' || {{ as_text('audits.n_rows') }}
        || ' audits are of items that have no label: are the ids the same?' as message

    from unmatched
    cross join audits
    where unmatched.n_rows > 0

    union all

    select
        'audits' as source,
        audits.n_rows,
        'the audits could not calibrate, too few or against the agreement: agreement with others is taken for accuracy'
        as message

    from audits
    cross join overall_line
    where audits.n_rows > 0 and overall_line.source = 'identity'

    union all

    select
        'annotations' as source,
        kept.n_rows,
        'no item has two labels: nothing can be said of the workers but by audits' as message

    from kept
    cross join second_labels
    where second_labels.n_rows = 0

)

select * from final
