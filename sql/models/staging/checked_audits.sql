-- One row per input row of audits: the label as the kind reads it, and what is wrong with the row by itself, if anything.
{{ config(materialized='view') }}

with

{% if var('audits') is none %}
final as (  -- no audits

    select item_id, label, problem, input_row from {{ ref('checked_annotations') }} where 1 = 0

)
{% else %}
input as (

    select * from {{ input_relation(var('audits')) }}

),

parsed as (

    select
        {{ as_text(quoted(var('item_column'))) }} as item_id,
        {{ context[var('kind') ~ '__parse'](quoted(var('label_column'))) }} as label,
        {{ quoted(var('label_column')) }} as given_label,
        {{ row_as_json('input') }} as input_row

    from input

),

final as (

    select
        item_id,
        label,
        {{ row_problem({'item_id': 'item', 'given_label': 'label'}) }} as problem,
        input_row

    from parsed

)
{% endif %}
select * from final
