{# Vectors, arrays of doubles. The default is DuckDB's way. #}

{% macro read_double_array(column) -%} {{ adapter.dispatch('read_double_array', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_double_array(column) -%} {{ duckdb_read(column, 'double[]') }} {%- endmacro %}


{# (1 + cos)/2; a vector without length is at right angles to all but its like, and one of other dimension is unlike. #}
{% macro cosine(a, b) -%}
    case
        when {{ a }} = {{ b }} then {{ as_double(1) }}
        when {{ array_length(a) }} <> {{ array_length(b) }} then 0
        when {{ dot_product(a, a) }} = 0 or {{ dot_product(b, b) }} = 0 then 0.5
        else {{ clip(
            '0.5 + 0.5 * ' ~ dot_product(a, b) ~ ' / (sqrt(' ~ dot_product(a, a) ~ ') * sqrt(' ~ dot_product(b, b) ~ '))', 0, 1
        ) | indent(8) }}
    end
{%- endmacro %}


{# Expression, for arrays of the same length. #}
{% macro dot_product(a, b) -%} {{ adapter.dispatch('dot_product', 'oakdb')(a, b) }} {%- endmacro %}

{% macro default__dot_product(a, b) -%} list_dot_product({{ a }}, {{ b }}) {%- endmacro %}

{% macro postgres__dot_product(a, b) -%}
    (select sum(x * y) from unnest({{ a }}, {{ b }}) as elements (x, y))
{%- endmacro %}

{% macro spark__dot_product(a, b) -%}
    aggregate(zip_with({{ a }}, {{ b }}, (x, y) -> x * y), cast(0 as double), (total, product) -> total + product)
{%- endmacro %}


{# Expression: the place of the array nearest to this one among arrays, from 1; the first of equals; null where none has its length. #}
{% macro nearest(centres, coordinates) -%} {{ adapter.dispatch('nearest', 'oakdb')(centres, coordinates) }} {%- endmacro %}

{% macro default__nearest(centres, coordinates) -%}
    {%- set distances -%}
        list_transform({{ centres }}, lambda centre: case
            when len(centre) = len({{ coordinates }}) then round(list_distance(centre, {{ coordinates }}), 12)
        end)
    {%- endset -%}
    list_position({{ distances }}, list_min({{ distances }}))
{%- endmacro %}


{% macro array_literal(elements) -%} {{ adapter.dispatch('array_literal', 'oakdb')(elements) }} {%- endmacro %}

{% macro default__array_literal(elements) -%} [{{ elements | join(', ') }}] {%- endmacro %}

{% macro postgres__array_literal(elements) -%} array[{{ elements | join(', ') }}] {%- endmacro %}

{% macro spark__array_literal(elements) -%} array({{ elements | join(', ') }}) {%- endmacro %}
