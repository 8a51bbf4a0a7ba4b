{#
  Relation: the good rows of the input whose keys come more than once, each with its place among those with the same keys.

  Where as many rows were kept as are good there are none, and nothing is sorted to find out; with `kept` none, one always looks.
#}
{% macro rows_of_repeated_keys(checked, kept, keys, order) -%}
with

repeated_keys as (

    select {{ keys | join(', ') }}
    from {{ checked }}
    where
        problem is null
        {%- if kept is not none %}
        and (select count(*) from {{ checked }} where problem is null) > (select count(*) from {{ kept }})
        {%- endif %}
    group by {{ keys | join(', ') }}
    having count(*) > 1

),

candidates as (

    select good.*
    from {{ checked }} as good
    inner join repeated_keys on {{ equal('good', 'repeated_keys', keys) }}
    where good.problem is null

)

select *, row_number() over (partition by {{ keys | join(', ') }} order by {{ order }}) as place from candidates
{%- endmacro %}


{# Relation: the same of annotations, for workers who have more than one label on an item. #}
{% macro labels_of_repeated_keys(checked, kept) -%}
    {{ rows_of_repeated_keys(checked, kept, ['item_id', 'worker_id'], first_label_order()) }}
{%- endmacro %}


{# Relation, as rejected_rows: those of them that another label of the same worker on the same item came before. #}
{% macro repeated_labels(labels) -%}
select
    'annotations' as source,
    input_row as {{ quoted('row') }},
    'another label of this worker on this item came first' as reason

from {{ labels }}
where place > 1
{%- endmacro %}
