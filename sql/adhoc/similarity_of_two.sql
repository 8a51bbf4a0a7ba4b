{#- Relation of one number: the similarity of two labels `a` and `b`, as the kind reads them. Where it takes more, `width` is the scale and
   `steps` are the levels; not so called, for inside a macro they would be mistaken for the columns. -#}
with

left_label as (

    select 1 as item_id, {{ context[var('kind') ~ '__parse']('a') }} as label

),

right_label as (

    select 1 as item_id, {{ context[var('kind') ~ '__parse']('b') }} as label

),
{% if similarity() == 'ordinal' %}
{{ ref('kind_parameters') }} as (

    select list_sort(list_distinct(cast(steps as double[]))) as levels

),
{% elif similarity() in ['gaussian', 'linear'] %}
{{ ref('kind_parameters') }} as (

    select cast(width as double) as scale

),
{% endif %}
compared as (

    {{ similarities(
        left='left_label',
        right='right_label',
        left_keys=['item_id'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=['l.item_id']
    ) | indent(4) }}

)

select {{ as_double('similarity') }}
from compared
cross join left_label as l
cross join right_label as r
where l.label is not null and r.label is not null
