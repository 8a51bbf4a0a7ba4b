-- One row: what similarity and type need to know of the labels. It rests on labels alone, of all items, as base_rates does.
{{ config(materialized='view') }}

select * from {{ base('kind_parameters') }}
