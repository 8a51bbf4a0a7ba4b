-- One row: what similarity and type need to know of the labels themselves (scale, bounds of the types).
with

{% if context[var('kind') ~ '__distance'] is defined %}
good as (

    select * from {{ ref('checked_annotations') }} where problem is null

),

annotations as (

    {{ in_arrival_order('good') | indent(4) }}

),

scale as (

    {{ learned_scale('annotations') | indent(4) }}

),

bounds as (

    {{ learned_bounds('annotations') | indent(4) }}

),

final as (

    select scale.scale, bounds.* from scale cross join bounds

)
{% else %}
final as (  -- labels made of atoms need to know nothing

    select {{ as_double('null') }} as scale

)
{% endif %}
select * from final
