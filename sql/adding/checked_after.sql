-- One row per input row of these items once labels were added, and whether it is one of those.
{{ config(materialized='view') }}

select *, 0 as is_new from {{ ref('checked_concerned') }}
union all
select *, 1 as is_new from {{ ref('checked_additions') }}
{%- if var('learns') %}
where item_id in (select item_id from {{ ref('repeated_items') }})
{%- endif %}
