-- No row is lost on the way in: rows given = rows kept + rows left out, of annotations and of audits.
with

given as (

    select 'annotations' as source, count(*) as n_rows from {{ ref('checked_annotations') }}
    union all
    select 'audits' as source, count(*) as n_rows from {{ ref('checked_audits') }}

),

accounted as (

    select 'annotations' as source, count(*) as n_rows from {{ ref('stg_annotations') }}
    union all
    select 'audits' as source, count(*) as n_rows from {{ ref('stg_audits') }}
    union all
    select source, count(*) as n_rows from {{ ref('rejected_rows') }} group by source

),

sums as (

    select source, sum(n_rows) as n_rows from accounted group by source

)

select given.source, given.n_rows, sums.n_rows as n_accounted
from given
left join sums on given.source = sums.source
where given.n_rows <> coalesce(sums.n_rows, 0)
