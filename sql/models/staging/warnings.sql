-- One row per thing that deserves a look although nothing failed: what it concerns, how many rows, and a sentence.
with

kept as (

    select count(*) as n_rows from {{ ref('stg_annotations') }}

),

rejected as (

    select count(*) as n_rows from {{ ref('rejected_rows') }} where source = 'annotations'

),

unmatched as (

    select count(*) as n_rows
    from {{ ref('stg_audits') }} as audits
    left join (select distinct item_id from {{ ref('stg_annotations') }}) as items on audits.item_id = items.item_id
    where items.item_id is null

),

audits as (

    select count(*) as n_rows from {{ ref('stg_audits') }}

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

)

select * from final
