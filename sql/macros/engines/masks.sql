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


{% macro mask(size, counts) -%} {{ adapter.dispatch('mask', 'oakdb')(size, counts) }} {%- endmacro %}

{% macro default__mask(size, counts) -%} struct_pack(size := {{ size }}, counts := cast({{ counts }} as integer[])) {%- endmacro %}


{# The bits that are set: every second count. #}
{% macro mask_weight(counts) -%} {{ adapter.dispatch('mask_weight', 'oakdb')(counts) }} {%- endmacro %}

{% macro default__mask_weight(counts) -%}
    list_sum(list_select({{ counts }}, range(2, len({{ counts }}) + 1, 2)))
{%- endmacro %}


{# Null and 0 for an empty array, as it is of no interest. #}
{% macro array_sum(array) -%} {{ adapter.dispatch('array_sum', 'oakdb')(array) }} {%- endmacro %}

{% macro default__array_sum(array) -%} list_sum({{ array }}) {%- endmacro %}

{% macro postgres__array_sum(array) -%} (select sum(value) from unnest({{ array }}) as elements (value)) {%- endmacro %}

{% macro spark__array_sum(array) -%} aggregate({{ array }}, cast(0 as bigint), (total, value) -> total + value) {%- endmacro %}


{% macro array_product(array) -%} {{ adapter.dispatch('array_product', 'oakdb')(array) }} {%- endmacro %}

{% macro default__array_product(array) -%} list_product({{ array }}) {%- endmacro %}

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
