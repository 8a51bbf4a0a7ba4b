{# Similarities of two rankings, arrays of different texts. Expressions; the default is DuckDB's way. #}

{# Mean over the depths d, down to the longer length, of the share of the first d elements that both have. #}
{% macro average_overlap(a, b) -%} {{ adapter.dispatch('average_overlap', 'oakdb')(a, b) }} {%- endmacro %}

{% macro default__average_overlap(a, b) -%}
    list_avg(list_transform(
        range(1, greatest(len({{ a }}), len({{ b }})) + 1),
        lambda depth: len(list_intersect({{ a }}[1:depth], {{ b }}[1:depth])) / depth
    ))
{%- endmacro %}

{% macro postgres__average_overlap(a, b) -%}
    (
        select avg(
            {{ as_double('(select count(*) from unnest((' ~ a ~ ')[1:depth]) as e where e = any((' ~ b ~ ')[1:depth]))') }} / depth
        )
        from generate_series(1, greatest(cardinality({{ a }}), cardinality({{ b }}))) as depths (depth)
    )
{%- endmacro %}

{% macro spark__average_overlap(a, b) -%}
    (
        aggregate(
            transform(
                sequence(1, greatest(cardinality({{ a }}), cardinality({{ b }}))),
                depth -> cardinality(array_intersect(slice({{ a }}, 1, depth), slice({{ b }}, 1, depth))) / depth
            ),
            cast(0 as double),
            (total, share) -> total + share
        ) / greatest(cardinality({{ a }}), cardinality({{ b }}))
    )
{%- endmacro %}


{#
  Kendall's τ as (τ + 1)/2: 1 − the share of pairs of elements that the two put in opposite order. What a ranking leaves out
  is tied behind its last; a pair that is tied on one side counts half.
#}
{% macro kendall(a, b) -%} {{ adapter.dispatch('kendall', 'oakdb')(a, b) }} {%- endmacro %}

{% macro default__kendall(a, b) -%}
    {%- set elements = 'list_distinct(list_concat(' ~ a ~ ', ' ~ b ~ '))' -%}
    {%- set place = {} -%}
    {%- for side, ranking in [('a', a), ('b', b)] -%}
        {%- for element in ['e', 'f'] -%}
            {%- do place.update({
                side ~ element: 'coalesce(list_position(' ~ ranking ~ ', ' ~ element ~ '), len(' ~ ranking ~ ') + 1)'
            }) -%}
        {%- endfor -%}
    {%- endfor -%}
    case
        when len({{ elements }}) = 1 then 1
        else 1 - list_sum(list_transform({{ elements }}, lambda e: list_sum(list_transform({{ elements }}, lambda f: case
            when {{ place.ae }} < {{ place.af }} and {{ place.be }} > {{ place.bf }} then cast(1 as double)
            when {{ place.ae }} < {{ place.af }} and {{ place.be }} = {{ place.bf }} then 0.5
            when {{ place.ae }} = {{ place.af }} and {{ place.be }} < {{ place.bf }} then 0.5
            else 0
        end)))) / (len({{ elements }}) * (len({{ elements }}) - 1) / 2)
    end
{%- endmacro %}

{% macro spark__kendall(a, b) -%}
    {%- set elements = 'array_distinct(concat(' ~ a ~ ', ' ~ b ~ '))' -%}
    {%- set place = {} -%}
    {%- for side, ranking in [('a', a), ('b', b)] -%}
        {%- for element in ['e', 'f'] -%}
            {%- do place.update({
                side ~ element: 'coalesce(nullif(array_position(' ~ ranking ~ ', ' ~ element ~ '), 0), cardinality(' ~ ranking ~ ') + 1)'
            }) -%}
        {%- endfor -%}
    {%- endfor -%}
    case
        when cardinality({{ elements }}) = 1 then cast(1 as double)
        else 1 - aggregate(
            transform({{ elements }}, e -> aggregate(
                transform({{ elements }}, f -> case
                    when {{ place.ae }} < {{ place.af }} and {{ place.be }} > {{ place.bf }} then cast(1 as double)
                    when {{ place.ae }} < {{ place.af }} and {{ place.be }} = {{ place.bf }} then cast(0.5 as double)
                    when {{ place.ae }} = {{ place.af }} and {{ place.be }} < {{ place.bf }} then cast(0.5 as double)
                    else cast(0 as double)
                end),
                cast(0 as double), (total, against) -> total + against
            )),
            cast(0 as double), (total, against) -> total + against
        ) / (cardinality({{ elements }}) * (cardinality({{ elements }}) - 1) / 2)
    end
{%- endmacro %}

{% macro postgres__kendall(a, b) -%}
    {%- set elements = '(select e from unnest(' ~ a ~ ') as e union select e from unnest(' ~ b ~ ') as e)' -%}
    (
        select coalesce(1 - sum(case
            when x.in_a < y.in_a and x.in_b > y.in_b then 1
            when x.in_a < y.in_a and x.in_b = y.in_b then 0.5
            when x.in_a = y.in_a and x.in_b < y.in_b then 0.5
            else 0
        end) / nullif({{ as_double('max(x.n) * (max(x.n) - 1) / 2') }}, 0), 1)
        from (
            select
                count(*) over () as n,
                coalesce(array_position({{ a }}, e), cardinality({{ a }}) + 1) as in_a,
                coalesce(array_position({{ b }}, e), cardinality({{ b }}) + 1) as in_b
            from {{ elements }} as elements
        ) as x
        cross join (
            select
                coalesce(array_position({{ a }}, e), cardinality({{ a }}) + 1) as in_a,
                coalesce(array_position({{ b }}, e), cardinality({{ b }}) + 1) as in_b
            from {{ elements }} as elements
        ) as y
    )
{%- endmacro %}
