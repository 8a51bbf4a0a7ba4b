-- Some annotation can be used. Where none can, most likely the kind or a column is wrong: `dbt build` stops here, before learning.
select count(*) as n_annotations from {{ ref('stg_annotations') }} having count(*) = 0
