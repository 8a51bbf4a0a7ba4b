-- One row per item and worker, as the annotations stand now: the label, its type and its place in the item's arrival order.
{{ config(materialized='view') }}

{{ in_place_and_typed(ref('checked_annotations')) }}
