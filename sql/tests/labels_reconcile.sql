-- Labels are conserved from stage to stage: annotations, the workers' labels, and the population's.
with

staged as (

    select count(*) as n_labels from {{ ref('stg_annotations') }}

),

workers as (

    select sum(n_labels) as n_labels from {{ ref('worker_competence') }}

),

cells as (

    select sum(n_labels) as n_labels from {{ ref('worker_type_competence') }}

),

overall as (

    select n_labels from {{ ref('population') }} where label_type = '*all*'

)

select staged.n_labels
from staged
cross join workers
cross join cells
cross join overall
where staged.n_labels <> workers.n_labels or staged.n_labels <> cells.n_labels or staged.n_labels <> overall.n_labels
