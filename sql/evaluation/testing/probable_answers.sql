-- One row per contender that models the crowd, and item of the test: how accurate the most probable class is.
{%- set models = [] -%}
{%- for contender in var('contenders') if contender.aggregation == 'posterior' -%}{%- do models.append(contender.estimator) -%}{%- endfor %}

with

{% if models -%}
labels as (

    select labels.item_id, labels.worker_id, labels.label, {{ as_double(1) }} as weight
    from {{ ref('drawn_labels') }} as labels
    semi join {{ ref('test_labels') }} as tested on labels.item_id = tested.item_id

),

truths as (

    select truths.*
    from {{ base('stg_audits') }} as truths
    semi join labels on truths.item_id = labels.item_id

),

{%- for model in models %}

{{ model }}_answers as (

    {{ most_probable('labels', ['item_id'], model) | indent(4) }}

),
{%- endfor %}

answers as (

    {% for model in models -%}
    select '{{ model }}' as estimator, item_id, label from {{ model }}_answers
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

compared as (

    {{ similarities(
        left='answers',
        right='truths',
        left_keys=['estimator', 'item_id'],
        right_keys=['item_id'],
        on='l.item_id = r.item_id',
        columns=['l.estimator', 'l.item_id']
    ) | indent(4) }}

),

final as (

    select contenders.contender, compared.item_id, compared.similarity as accuracy
    from compared
    inner join {{ ref('contenders') }} as contenders
        on compared.estimator = contenders.estimator and contenders.aggregation = 'posterior'

)
{%- else -%}
final as (

    select 0 as contender, item_id, accuracy from {{ ref('test_labels') }} where 1 = 0

)
{%- endif %}

select * from final
