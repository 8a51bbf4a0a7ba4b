{#
  Work that is done item by item (similarities within an item) and kept for the items that have not changed since.

  A row carries the fingerprint of what it was computed from. An incremental run first drops the rows whose item has
  another fingerprint now, or is gone, and then does the items that have no rows: late and corrected labels and audits are
  seen, a run that broke off is made good by the next, and nothing rests on a clock.
#}

{# Labels made of atoms are worth it. Others are cheap, or change everywhere with any label (a learned scale): in full. #}
{% macro per_item_materialization() -%}
    {{ adapter.dispatch('per_item_materialization', 'oakdb')() if context[var('kind') ~ '__atoms'] is defined else 'table' }}
{%- endmacro %}

{# In one query nothing is kept from one run to the next. #}
{% macro default__per_item_materialization() -%} {{ 'table' if var('in_one_query', false) else 'incremental' }} {%- endmacro %}


{# Statement, before an incremental run: what is not as it was. #}
{% macro drop_changed_items() -%}
    {%- if is_incremental() -%}
        delete from {{ this }} as done
        where not exists (
            select 1
            from {{ ref('item_fingerprints') }} as now
            where now.item_id = done.item_id and now.fingerprint = done.fingerprint
        )
    {%- endif -%}
{%- endmacro %}


{# Relation: the annotations of the items that are still to do, with the item's fingerprint; null where none is kept. #}
{% macro items_to_do(annotations) -%}
{%- if per_item_materialization() == 'table' -%}
select annotations.*, {{ as_text('null') }} as fingerprint
from {{ annotations }} as annotations
{%- else -%}
select annotations.*, items.fingerprint
from {{ annotations }} as annotations
inner join {{ ref('item_fingerprints') }} as items on annotations.item_id = items.item_id
{%- if is_incremental() %}
where not exists (select 1 from {{ this }} as done where done.item_id = annotations.item_id)
{%- endif -%}
{%- endif -%}
{%- endmacro %}
