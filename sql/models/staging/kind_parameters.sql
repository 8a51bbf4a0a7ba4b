-- One row: what similarity and type need to know of the labels themselves (scale, levels, bounds of the types).
with

{% if learned().split() %}
good as (

    select * from {{ ref('checked_annotations') }} where problem is null

),

annotations as (

    {{ in_arrival_order('good') | indent(4) }}

),

{%- for name in learned().split() %}

{{ name }} as (

    {{ context['learned_' ~ name]('annotations') | indent(4) }}

),
{%- endfor %}

final as (

    select
        {%- if 'scale' not in learned().split() %}
        {{ as_double('null') }} as scale,
        {%- endif %}
        {%- for name in learned().split() %}
        {{ name }}.*{{ ',' if not loop.last }}
        {%- endfor %}

    from {{ learned().split() | join('\n    cross join ') }}

)
{% else %}
final as (  -- most labels made of atoms need to know nothing

    select {{ as_double('null') }} as scale

)
{% endif %}
select * from final
