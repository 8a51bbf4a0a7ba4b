{# Vectors, arrays of doubles. The default is DuckDB's way. #}

{% macro read_double_array(column) -%} {{ adapter.dispatch('read_double_array', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_double_array(column) -%} {{ duckdb_read(column, 'double[]') }} {%- endmacro %}


{% macro postgres__read_double_array(column) -%}
    {{ postgres_read(column, "array(
            select " ~ postgres_number('u.element') ~ "
            from jsonb_array_elements_text(given.value) with ordinality as u (element, place)
            order by u.place
        )", "= 'array'") }}
{%- endmacro %}

{% macro spark__read_double_array(column) -%}
    transform({{ read_text_array(column) }}, element -> {{ spark_number('element') }})
{%- endmacro %}


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
    case when list_min({{ distances }}) is not null then list_position({{ distances }}, list_min({{ distances }})) end
{%- endmacro %}

{% macro postgres__nearest(centres, coordinates) -%}
    (
        select c.place
        from jsonb_array_elements({{ centres }}) with ordinality as c (centre, place)
        cross join lateral (
            select round(cast(sqrt(sum((a.element - cast(b.element as double precision)) ^ 2)) as numeric), 12) as distance
            from unnest({{ coordinates }}) with ordinality as a (element, place)
            inner join jsonb_array_elements_text(c.centre) with ordinality as b (element, place) on a.place = b.place
        ) as measured
        where jsonb_array_length(c.centre) = cardinality({{ coordinates }})
        order by measured.distance, c.place
        limit 1
    )
{%- endmacro %}

{% macro spark__nearest(centres, coordinates) -%}
    {%- set distances -%}
        transform({{ centres }}, centre -> case
            when cardinality(centre) = cardinality({{ coordinates }})
                then round(sqrt({{ dot_product(
                    'zip_with(centre, ' ~ coordinates ~ ', (x, y) -> x - y)', 'zip_with(centre, ' ~ coordinates ~ ', (x, y) -> x - y)'
                ) }}), 12)
        end)
    {%- endset -%}
    array_position({{ distances }}, array_min({{ distances }}))
{%- endmacro %}


{# Aggregate: centres, arrays that need not be of one length, in the order of their places. #}
{% macro centres_of(centre, place) -%} {{ adapter.dispatch('centres_of', 'oakdb')(centre, place) }} {%- endmacro %}

{% macro default__centres_of(centre, place) -%} {{ array_in_order(centre, place) }} {%- endmacro %}

{% macro postgres__centres_of(centre, place) -%} jsonb_agg(to_jsonb({{ centre }}) order by {{ place }}) {%- endmacro %}


{% macro array_literal(elements) -%} {{ adapter.dispatch('array_literal', 'oakdb')(elements) }} {%- endmacro %}

{% macro default__array_literal(elements) -%} [{{ elements | join(', ') }}] {%- endmacro %}

{% macro postgres__array_literal(elements) -%} array[{{ elements | join(', ') }}] {%- endmacro %}

{% macro spark__array_literal(elements) -%} array({{ elements | join(', ') }}) {%- endmacro %}
