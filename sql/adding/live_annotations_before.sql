-- One row per label of these items, as the annotations stood before; for learning, those that were learned from.
{%- if var('learns') %}
select *, rowid as place  -- where it lies, to be replaced
from {{ base('stg_annotations') }}
where item_id in (select item_id from {{ ref('concerned_items') }})
{%- else %}
{{ in_place_and_typed(ref('checked_concerned')) }}
{%- endif %}
