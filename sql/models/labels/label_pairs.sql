-- One row per item and two of its workers: how similar their labels are.
-- Categories are counted, not paired (see agreement_sums), so that for them this is a view that nothing waits for.
{{ config(
    materialized='view' if similarity() == 'hamming' else per_item_materialization(),
    incremental_strategy='append',
    pre_hook='{{ drop_changed_items() }}'
) }}

with

annotations as (

    {{ items_to_do(ref('stg_annotations')) | indent(4) }}

),

final as (

    {{ similarities(
        left='annotations',
        right='annotations',
        left_keys=['item_id', 'worker_id'],
        right_keys=['item_id', 'worker_id'],
        on='l.item_id = r.item_id and ' ~ binary_order('l.worker_id') ~ ' < ' ~ binary_order('r.worker_id'),
        columns=[
            'l.item_id',
            'l.worker_id as worker_a',
            'r.worker_id as worker_b',
            'l.label_type as label_type_a',
            'r.label_type as label_type_b',
            'l.fingerprint',
        ]
    ) | indent(4) }}

)

select * from final
