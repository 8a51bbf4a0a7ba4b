-- One row per item and class: how likely the class is the truth by Dawid–Skene.
{{ config(enabled='dawid_skene' in fitted_crowd_models().split()) }}

with

{{ crowd_fit(ref('crowd_votes'), ref('crowd_classes'), dawid_skene__chance) }}

final as (

    select * from fitted

)

select * from final
