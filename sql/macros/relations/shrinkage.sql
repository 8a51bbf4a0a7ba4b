{#
  Relation, one row: `gamma`, the moment estimate of within over between variance, G of docs/method.md (hoak). A mean of n
  observations is shrunk towards its prior by the weight gamma / (n + gamma).

  cells: n, mean, variance; without rows where n is 0
#}
{% macro shrinkage(cells, low, high, least_cells=3, otherwise=10) -%}
with

centred as (

    select
        n,
        variance,
        mean - sum(n * mean) over () / sum(n) over () as deviation

    from {{ cells }}

),

sums as (

    select
        count(*) as n_cells,
        sum(n) as n_all,
        sum({{ as_double('n') }} * n) as n_squared,
        sum(n * deviation * deviation) as between_sum,
        sum(n * variance) / sum(n) as within_variance

    from centred

),

variances as (

    select
        n_cells,
        within_variance,
        greatest(
            {{ divide('between_sum - (n_cells - 1) * within_variance', 'n_all - n_squared / n_all') }}, 1e-6
        ) as between_variance

    from sums

)

select
    case
        when n_cells < {{ least_cells }} then {{ as_double(otherwise) }}
        else {{ clip('within_variance / between_variance', low, high) }}
    end as gamma

from variances
{%- endmacro %}


{# Expression: variance from sums, at least `floor`. #}
{% macro variance_of(sum_squared, sum, n, floor) -%}
    greatest({{ sum_squared }} / {{ n }} - ({{ sum }} / {{ n }}) * ({{ sum }} / {{ n }}), {{ as_double(floor) }})
{%- endmacro %}
