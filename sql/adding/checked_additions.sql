-- One row per row that was added: the label as the kind reads it, and what is wrong with the row by itself, if anything.
{{ config(materialized='view') }}
{{ checked_labels(ref('additions')) }}
