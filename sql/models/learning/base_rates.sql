-- One row per label type: the chance similarity p⁰, of a label of the type to labels of other items (docs/method.md, IRT fit).
with

chance as (

    {{ chance_similarity(ref('stg_annotations')) | indent(4) }}

),

final as (

    select label_type, {{ clip('similarity', 0, 0.95) }} as base_rate from chance

)

select * from final
