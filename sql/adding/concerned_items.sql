-- One row per item that this is about: those that labels are added to, and for learning all that were added to since it last took place.
{%- if var('learns') %}
select distinct item_id from {{ ref('added_labels') }}
{%- else %}
select distinct item_id from {{ ref('checked_additions') }} where problem is null
{%- endif %}
