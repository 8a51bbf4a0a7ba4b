-- One row per item and class: how likely the class is the truth by the one-coin model.
{{ config(enabled='one_coin' in fitted_crowd_models().split()) }}

with

{{ crowd_fit(ref('crowd_votes'), ref('crowd_classes'), one_coin__chance) }}

final as (

    select * from fitted

)

select * from final
