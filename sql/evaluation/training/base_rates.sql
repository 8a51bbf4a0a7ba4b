-- One row per label type: the chance similarity. It rests on labels alone, of all items, and is computed once for all trials.
{{ config(materialized='view') }}

select * from {{ base('base_rates') }}
