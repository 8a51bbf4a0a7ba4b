-- One row per medoid of `partition: cluster(k)`: a label that stands for a type. None by other rules.
with

{% if partition_name() == 'cluster' %}
good as (

    select * from {{ ref('checked_annotations') }} where problem is null

),

annotations as (

    {{ in_arrival_order('good') | indent(4) }}

),

final as (

    {{ learned_medoids('annotations') | indent(4) }}

)
{% else %}
final as (

    select 1 as medoid_number, label from {{ ref('checked_annotations') }} where 1 = 0

)
{% endif %}
select * from final
