-- One row per item and worker: the annotations that were learned from.
select * from {{ ref('live_annotations') }}
