-- One row per item and two of its drawn labels: their similarity, computed once for all trials.
select
    pairs.item_id,
    pairs.worker_a,
    pairs.worker_b,

    pairs.label_type_a,
    pairs.label_type_b,
    pairs.similarity,
    a.split_share

from {{ base('label_pairs') }} as pairs
inner join {{ ref('drawn_labels') }} as a on pairs.item_id = a.item_id and pairs.worker_a = a.worker_id
inner join {{ ref('drawn_labels') }} as b on pairs.item_id = b.item_id and pairs.worker_b = b.worker_id
