-- One row per input row of annotations: the label as the kind reads it, and what is wrong with the row by itself, if anything.
{{ config(materialized='view') }}
{% do check_settings() %}
{{ checked_labels(input_relation(var('annotations'))) }}
