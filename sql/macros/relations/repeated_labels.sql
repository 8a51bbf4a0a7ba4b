{# Relation, as rejected_rows: the annotations that another label of the same worker on the same item came before. #}
{% macro repeated_labels(checked, kept) -%}
with

repeated as (

    {{ repeated_rows(checked, kept, ['item_id', 'worker_id'], arrival() ~ ', ' ~ label_order('label')) | indent(4) }}

)

select
    'annotations' as source,
    input_row as {{ quoted('row') }},
    'another label of this worker on this item came first' as reason

from repeated
{%- endmacro %}
