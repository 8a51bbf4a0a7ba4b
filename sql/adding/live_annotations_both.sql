-- One row per label of these items in either state, as a mark before the item's id: what was learned is the same for both,
-- and one statement estimates them in little more than the time of one, most of which is planning.
{{ config(materialized='view', enabled=not var('learns')) }}

select * replace ('-' || item_id as item_id) from {{ ref('live_annotations_before') }}
union all
select * replace ('+' || item_id as item_id) from {{ ref('live_annotations_after') }}
