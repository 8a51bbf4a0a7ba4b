-- One row per label type: the chance similarity p⁰, of a label of the type to labels of other items (docs/method.md, IRT fit).
with

annotations as (

    select * from {{ ref('stg_annotations') }}

),

chance as (

    {{ chance_similarity('annotations') | indent(4) }}

),

final as (

    select label_type, {{ clip('similarity', 0, 0.95) }} as base_rate from chance

)

select * from final
