-- Every pair counts once for either worker: the workers' pairs are twice the label pairs, in total and per item size.
with

items as (

    select item_id, count(*) as n_labels from {{ ref('stg_annotations') }} group by item_id

),

expected as (

    select coalesce(sum(n_labels * (n_labels - 1)), 0) as n_pairs from items

),

listed as (

    select 2 * count(*) as n_pairs from {{ ref('label_pairs') }}

),

counted as (

    select coalesce(sum(n_pairs), 0) as n_pairs from {{ ref('worker_competence') }}

)

select expected.n_pairs, listed.n_pairs as n_listed, counted.n_pairs as n_counted
from expected
cross join listed
cross join counted
where expected.n_pairs <> listed.n_pairs or expected.n_pairs <> counted.n_pairs
