-- At most one row: the policy of the frontier that serves the goal best; none where the goal cannot be reached.
{%- set target = as_double(var('target')) %}
select *
from {{ ref('plan_frontier') }}
{% if var('goal') == 'accuracy' -%}
where accuracy >= {{ target }}
order by cost
{%- elif var('goal') == 'cost' -%}
where cost <= {{ target }}
order by accuracy desc
{%- else -%}
order by accuracy - {{ target }} * cost desc, cost
{%- endif %}
limit 1
