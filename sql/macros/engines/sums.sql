{#
  Relation: some columns of a relation, and sums over the rows that share a key, or over all rows.

  with_sums('cells', 'worker_id, v', {'v_all': ['v', none], 'v_worker': ['v', 'worker_id']})

  | worker_id | v |      | worker_id | v | v_all | v_worker |
  |-----------|---|      |-----------|---|-------|----------|
  | ann       | 1 |      | ann       | 1 | 6     | 3        |
  | ann       | 2 |  →   | ann       | 2 | 6     | 3        |
  | bob       | 3 |      | bob       | 3 | 6     | 3        |

  As windows, so that the relation is read once: an engine that inlines CTEs plans a chain of steps once, not a power of it.
  DuckDB computes a CTE once and groups three times as fast as it sorts for a window: there it is grouped and joined,
  and a sum over all is the sum of the first key's sums.
#}
{% macro with_sums(relation, columns, sums) -%} {{ adapter.dispatch('with_sums', 'oakdb')(relation, columns, sums) }} {%- endmacro %}

{% macro default__with_sums(relation, columns, sums) -%}
select
    {{ columns }},
    {%- for name, (expression, key) in sums.items() %}
    sum({{ expression }}) over ({{ 'partition by ' ~ key if key }}) as {{ name }}{{ ',' if not loop.last }}
    {%- endfor %}

from {{ relation }}
{%- endmacro %}

{% macro duckdb__with_sums(relation, columns, sums) -%}
select
    {{ columns }},
    {{ sums.keys() | join(', ') }}

from {{ relation }}
{%- for key in sums.values() | map('last') | select | unique %}
{%- set is_first = loop.first %}
inner join (
    select
        {{ key }},
        {%- for name, (expression, other) in sums.items() if other == key or is_first and not other %}
        {{ 'sum(' ~ expression ~ ')' if other else 'sum(sum(' ~ expression ~ ')) over ()' }} as {{ name }}{{ ',' if not loop.last }}
        {%- endfor %}

    from {{ relation }}
    group by {{ key }}
) as by_{{ key }} using ({{ key }})
{%- endfor %}
{%- endmacro %}
