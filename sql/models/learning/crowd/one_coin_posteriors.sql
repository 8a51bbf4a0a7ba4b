-- One row per item and class: how likely the class is the truth by the one-coin model. None unless it is asked for.
with

{% if 'one_coin' in fitted_crowd_models().split() -%}
{{ crowd_fit(ref('crowd_votes'), ref('crowd_classes'), one_coin__chance) }}

final as (

    select * from fitted

)
{%- else -%}
final as (

    select item_id, label as true_class, {{ as_double('null') }} as probability
    from {{ ref('crowd_votes') }}
    where 1 = 0

)
{%- endif %}

select * from final
