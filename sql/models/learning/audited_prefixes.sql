-- One row per audited item and number of its first labels: the answer after so many labels, and how good it really was.
with

audits as (

    select * from {{ ref('stg_audits') }}

),

annotations as (

    select annotations.*
    from {{ ref('stg_annotations') }} as annotations
    inner join audits on annotations.item_id = audits.item_id

),

estimated as (

    {{ with_estimates('annotations') | indent(4) }}

),

labels as (

    select item_id, worker_id, label, label_type, position, {{ var('method') }} as estimate from estimated

),

points as (

    select item_id, position as n_labels
    from labels
    {%- if var('max_labels') is not none %}
    where position <= {{ var('max_labels') }}
    {%- endif %}

),

prefixes as (

    select
        points.n_labels,
        labels.*

    from points
    inner join labels on points.item_id = labels.item_id and labels.position <= points.n_labels

),

answers as (

    {{ answers('prefixes', ['item_id', 'n_labels']) | indent(4) }}

),

final as (

    {{ similarities(
        left='answers',
        right='audits',
        left_keys=['item_id', 'n_labels'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=['l.item_id', 'l.n_labels', 'l.label', 'l.label_type', 'l.agreement', 'l.raw_accuracy']
    ) | indent(4) }}

)

select item_id, n_labels, label, label_type, agreement, raw_accuracy, similarity as accuracy from final
