-- One row per label of these items, as the annotations stood before; for learning, those that were learned from.
{%- if var('learns') %}
select *
from {{ base('stg_annotations') }}
where item_id in (select item_id from {{ ref('concerned_items') }})
{%- else %}
with

annotations as (

    select * from {{ ref('checked_concerned') }} where problem is null

),

final as (

    {{ in_place_and_typed('annotations') | indent(4) }}

)

select * from final
{%- endif %}
