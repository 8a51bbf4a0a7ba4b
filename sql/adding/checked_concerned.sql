-- One row per input row of these items that was there: the label as the kind reads it, and what is wrong with the row by itself, if anything.
{{ config(materialized='view') }}
{{ checked_labels(ref('concerned_rows')) }}
