{# Masks {size, counts} and arrays of numbers. The default is DuckDB's way. #}

{# A mask as run lengths: from text of 0 and 1, or from COCO's uncompressed pair, as it is or as JSON. #}
{% macro read_mask(column) -%} {{ adapter.dispatch('read_mask', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_mask(column) -%}
    {%- set bits = 'cast(' ~ column ~ ' as varchar)' -%}
    case
        when typeof({{ column }}) in ('BIT', 'VARCHAR') and regexp_full_match({{ bits }}, '[01]+') then struct_pack(
            size := [cast(length({{ bits }}) as bigint)],
            counts := list_transform(
                string_split(  -- a mask that starts with a set bit starts with an empty run of others
                    repeat(',', cast(left({{ bits }}, 1) as integer)) || replace(replace({{ bits }}, '01', '0,1'), '10', '1,0'), ','
                ),
                lambda run: cast(length(run) as integer)
            )
        )
        else {{ duckdb_read(column, 'struct(size bigint[], counts integer[])') }}
    end
{%- endmacro %}


{% macro postgres__read_mask(column) -%}
    {%- set bits = as_text(column) -%}
    {%- set numbers = "case when jsonb_typeof(given.value -> 'NAME') = 'array' then array(
            select case when pg_input_is_valid(u.n, 'bigint') then cast(u.n as bigint) end
            from jsonb_array_elements_text(given.value -> 'NAME') with ordinality as u (n, place)
            order by u.place
        ) end" -%}
    case
        when {{ bits }} ~ '^[01]+$' then {{ mask(
            'array[length(' ~ bits ~ ')]',
            "(case when left(" ~ bits ~ ", 1) = '1' then array[0] else cast('{}' as integer[]) end || array(select length(run[1]) from regexp_matches(" ~ bits ~ ", '0+|1+', 'g') as runs (run)))"
        ) }}
        else {{ postgres_read(
            column,
            mask(numbers.replace('NAME', 'size'), numbers.replace('NAME', 'counts')),
            "= 'object'"
        ) }}
    end
{%- endmacro %}

{% macro spark__read_mask(column) -%}
    {%- set bits = as_text(column) -%}
    case
        when {{ bits }} rlike '^[01]+$' then {{ mask(
            'array(cast(length(' ~ bits ~ ') as bigint))',
            "concat(
                case when left(" ~ bits ~ ", 1) = '1' then array(0) else array() end,
                transform(regexp_extract_all(" ~ bits ~ ", '0+|1+', 0), run -> length(run))
            )"
        ) }}
        when get_json_object({{ spark_json(column) }}, '$') is not null
            then from_json({{ spark_json(column) }}, 'struct<size: array<bigint>, counts: array<int>>')
    end
{%- endmacro %}


{% macro mask(size, counts) -%} {{ adapter.dispatch('mask', 'oakdb')(size, counts) }} {%- endmacro %}

{% macro default__mask(size, counts) -%} struct_pack(size := {{ size }}, counts := cast({{ counts }} as integer[])) {%- endmacro %}

{% macro postgres__mask(size, counts) -%} jsonb_build_object('size', {{ size }}, 'counts', {{ counts }}) {%- endmacro %}

{% macro spark__mask(size, counts) -%} named_struct('size', {{ size }}, 'counts', cast({{ counts }} as array<int>)) {%- endmacro %}


{# An array of whole numbers inside a mask. #}
{% macro array_field(label, name) -%} {{ adapter.dispatch('array_field', 'oakdb')(label, name) }} {%- endmacro %}

{% macro default__array_field(label, name) -%} ({{ label }}).{{ name }} {%- endmacro %}

{% macro postgres__array_field(label, name) -%}
    case
        when jsonb_typeof({{ label }} -> '{{ name }}') = 'array'
            then array(
                select cast(u.n as bigint)
                from jsonb_array_elements_text({{ label }} -> '{{ name }}') with ordinality as u (n, place)
                order by u.place
            )
    end
{%- endmacro %}


{# The bits that are set: every second count. #}
{% macro mask_weight(counts) -%} {{ adapter.dispatch('mask_weight', 'oakdb')(counts) }} {%- endmacro %}

{% macro default__mask_weight(counts) -%}
    list_sum(list_select({{ counts }}, range(2, len({{ counts }}) + 1, 2)))
{%- endmacro %}

{% macro postgres__mask_weight(counts) -%}
    (select sum(u.n) from unnest({{ counts }}) with ordinality as u (n, place) where u.place % 2 = 0)
{%- endmacro %}

{% macro spark__mask_weight(counts) -%} {{ array_sum('filter(' ~ counts ~ ', (n, place) -> place % 2 = 1)') }} {%- endmacro %}


{# Null and 0 for an empty array, as it is of no interest. #}
{% macro array_sum(array) -%} {{ adapter.dispatch('array_sum', 'oakdb')(array) }} {%- endmacro %}

{% macro default__array_sum(array) -%} list_sum({{ array }}) {%- endmacro %}

{% macro postgres__array_sum(array) -%} (select sum(value) from unnest({{ array }}) as elements (value)) {%- endmacro %}

{% macro spark__array_sum(array) -%} aggregate({{ array }}, cast(0 as bigint), (total, value) -> total + value) {%- endmacro %}


{% macro array_product(array) -%} {{ adapter.dispatch('array_product', 'oakdb')(array) }} {%- endmacro %}

{% macro default__array_product(array) -%} list_product({{ array }}) {%- endmacro %}

{# There is no product: the sum of logarithms, rounded. #}
{% macro postgres__array_product(array) -%}
    (
        select case when min(value) < 1 then 0 else cast(round(exp(sum(ln(cast(value as numeric))))) as bigint) end
        from unnest({{ array }}) as elements (value)
    )
{%- endmacro %}

{% macro spark__array_product(array) -%} aggregate({{ array }}, cast(1 as bigint), (total, value) -> total * value) {%- endmacro %}


{# The whole numbers from a to b. #}
{% macro whole_numbers(a, b) -%} {{ adapter.dispatch('whole_numbers', 'oakdb')(a, b) }} {%- endmacro %}

{% macro default__whole_numbers(a, b) -%} range({{ a }}, {{ b }} + 1) {%- endmacro %}

{% macro postgres__whole_numbers(a, b) -%} array(select generate_series({{ a }}, {{ b }})) {%- endmacro %}

{% macro spark__whole_numbers(a, b) -%} sequence({{ a }}, {{ b }}) {%- endmacro %}


{# Aggregate: the values in the order of their places. #}
{% macro array_in_order(value, place) -%} {{ adapter.dispatch('array_in_order', 'oakdb')(value, place) }} {%- endmacro %}

{% macro default__array_in_order(value, place) -%} array_agg({{ value }} order by {{ place }}) {%- endmacro %}

{% macro spark__array_in_order(value, place) -%}
    transform(sort_array(collect_list(struct({{ place }} as place, {{ value }} as value))), pair -> pair.value)
{%- endmacro %}
