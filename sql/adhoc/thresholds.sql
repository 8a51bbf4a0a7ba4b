-- One row per decision point: the estimated accuracy at which to stop, from the list that a call gives.
select
    unnest(range(1, len(given.thresholds) + 1)) as n_labels,
    unnest(given.thresholds) as threshold,
    'setting' as source

from (select cast({{ var('threshold') }} as double[]) as thresholds) as given
