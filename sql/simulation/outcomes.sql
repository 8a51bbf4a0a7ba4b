-- One row per item and strategy: how many labels were bought, and how good the answer is.
-- `oakdb` as it was replayed; `always k`: so many labels of each item, all of the same weight.
with

purchases as (

    select * from {{ ref('purchases') }}

),

truths as (

    select * from {{ base('stg_audits') }}

),

replayed as (

    {{ similarities(
        left='purchases',
        right='truths',
        left_keys=['item_id'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=['l.batch', 'l.item_id', 'l.n_labels']
    ) | indent(4) }}

),

uniform as (

    select purchases.batch, prefixes.item_id, prefixes.n_labels, prefixes.accuracy
    from {{ base('audited_prefixes') }} as prefixes
    inner join purchases on prefixes.item_id = purchases.item_id

),

numbers as (

    select distinct n_labels as k from uniform

),

final as (

    select 'oakdb' as strategy, batch, item_id, n_labels, similarity as accuracy from replayed

    union all

    select 'always ' || numbers.k as strategy, uniform.batch, uniform.item_id, uniform.n_labels, uniform.accuracy
    from uniform
    cross join numbers
    where uniform.n_labels <= numbers.k
    qualify row_number() over (partition by numbers.k, uniform.item_id order by uniform.n_labels desc) = 1

)

select * from final
