{# Snowflake. Written, not run. Points, boxes, spans and masks are objects; arrays hold variants. #}

{% macro snowflake__row_as_json(alias) -%} to_json(object_construct_keep_null({{ alias }}.*)) {%- endmacro %}

{% macro snowflake__text_of_group(text, order) -%} listagg({{ text }}, ' ') within group (order by {{ order }}) {%- endmacro %}

{% macro snowflake__mark_of(label) -%} {{ as_text('hash(' ~ label ~ ')') }} {%- endmacro %}

{# There is no function that stops a query; a text that is no number does, and is shown. #}
{% macro snowflake__stop_with(message, a, b) -%}
    cast({{ message }} || to_json(array_construct({{ a }}, {{ b }})) as double)
{%- endmacro %}


{# -------------------------------------------------------------------------------------------------------- arrays #}

{% macro snowflake__array_length(array) -%} array_size({{ array }}) {%- endmacro %}

{% macro snowflake__array_first(array) -%} cast(get({{ array }}, 0) as varchar) {%- endmacro %}

{% macro snowflake__array_prefix(array, n) -%} array_slice({{ array }}, 0, {{ n }}) {%- endmacro %}

{% macro snowflake__array_distinct_sorted(array) -%} array_sort(array_distinct({{ array }})) {%- endmacro %}

{% macro snowflake__array_has_null(array) -%} (array_size(array_compact({{ array }})) < array_size({{ array }})) {%- endmacro %}

{% macro snowflake__array_any(array, element, predicate) -%} (array_size(filter({{ array }}, {{ element }} -> {{ predicate }})) > 0) {%- endmacro %}

{% macro snowflake__unnest_array(array, alias, element, position) -%}
    cross join lateral (
        select f.value as {{ element }}, f.index + 1 as {{ position }} from table(flatten(input => {{ array }})) as f
    ) as {{ alias }}
{%- endmacro %}

{% macro snowflake__array_of(value, filter) -%}
    array_agg(case when {{ filter }} then {{ value }} end) within group (order by {{ value }})
{%- endmacro %}

{% macro snowflake__array_in_order(value, place) -%} array_agg({{ value }}) within group (order by {{ place }}) {%- endmacro %}

{% macro snowflake__first_of(value, order) -%} (array_agg({{ value }}) within group (order by {{ order }}))[0] {%- endmacro %}

{% macro snowflake__array_literal(elements) -%} array_construct({{ elements | join(', ') }}) {%- endmacro %}

{% macro snowflake__array_sum(array) -%} reduce({{ array }}, 0, (total, n) -> total + n) {%- endmacro %}

{% macro snowflake__array_product(array) -%} reduce({{ array }}, 1, (total, n) -> total * n) {%- endmacro %}

{% macro snowflake__whole_numbers(a, b) -%} array_generate_range({{ a }}, {{ b }} + 1) {%- endmacro %}

{% macro snowflake__place_among(levels, value) -%}
    (
        array_size(filter({{ levels }}, level -> {{ value }} - level > 1e-12 * abs(level)))
        + array_size(filter({{ levels }}, level -> level - {{ value }} <= 1e-12 * abs(level)))
    ) / 2
{%- endmacro %}

{% macro snowflake__dot_product(a, b) -%}
    reduce(arrays_zip({{ a }}, {{ b }}), cast(0 as double), (total, pair) -> total + pair:"$1" * pair:"$2")
{%- endmacro %}

{% macro snowflake__nearest(centres, coordinates) -%}
    {%- set distances -%}
        transform({{ centres }}, centre -> case
            when array_size(centre) = array_size({{ coordinates }})
                then round(sqrt(reduce(
                    arrays_zip(centre, {{ coordinates }}), cast(0 as double), (total, pair) -> total + square(pair:"$1" - pair:"$2")
                )), 12)
        end)
    {%- endset -%}
    array_position(array_min({{ distances }}), {{ distances }}) + 1
{%- endmacro %}


{# -------------------------------------------------------------------------------------------------------- shapes #}

{% macro snowflake__field(label, name) -%} cast(get({{ label }}, '{{ name }}') as double) {%- endmacro %}

{% macro snowflake__text_field(label, name) -%} cast(get({{ label }}, '{{ name }}') as varchar) {%- endmacro %}

{% macro snowflake__array_field(label, name) -%} cast(get({{ label }}, '{{ name }}') as array) {%- endmacro %}

{% macro snowflake__point(x, y) -%} object_construct_keep_null('x', {{ x }}, 'y', {{ y }}) {%- endmacro %}

{% macro snowflake_json(column) -%} try_parse_json(to_json(to_variant({{ column }}))) {%- endmacro %}

{% macro snowflake_number(json) -%} try_cast({{ as_text(json) }} as double) {%- endmacro %}

{% macro snowflake__read_double(column) -%} try_cast({{ as_text(column) }} as double) {%- endmacro %}

{% macro snowflake__read_text_array(column) -%}
    transform(cast({{ snowflake_json(column) }} as array), element -> cast(element as varchar))
{%- endmacro %}

{% macro snowflake__read_double_array(column) -%}
    transform(cast({{ snowflake_json(column) }} as array), element -> {{ snowflake_number('element') }})
{%- endmacro %}

{% macro snowflake__read_point(column) -%}
    {{ point(
        snowflake_number("get(" ~ snowflake_json(column) ~ ", 'x')"), snowflake_number("get(" ~ snowflake_json(column) ~ ", 'y')")
    ) }}
{%- endmacro %}

{% macro snowflake__read_boxes(column) -%}
    {%- set parts = [] -%}
    {%- for side in ['x1', 'y1', 'x2', 'y2'] -%}
        {%- do parts.append("'" ~ side ~ "', " ~ snowflake_number("get(box, '" ~ side ~ "')")) -%}
    {%- endfor -%}
    {%- if boxes_have_class() -%} {%- do parts.append("'class', " ~ as_text("get(box, 'class')")) -%} {%- endif -%}
    transform(cast({{ snowflake_json(column) }} as array), box -> object_construct_keep_null({{ parts | join(', ') }}))
{%- endmacro %}

{% macro snowflake__count_boxes_where(label, box, predicate) -%} array_size(filter({{ label }}, {{ box }} -> {{ predicate }})) {%- endmacro %}

{% macro snowflake__boxes_area(label) -%} reduce({{ label }}, 0, (total, box) -> total + {{ box_area('box') }}) {%- endmacro %}

{% macro snowflake__boxes_of(x1, y1, x2, y2) -%}
    array_agg(
        case
            when {{ x1 }} is not null
                then object_construct('x1', {{ x1 }}, 'y1', {{ y1 }}, 'x2', {{ x2 }}, 'y2', {{ y2 }})
        end
    ) within group (order by {{ y1 }}, {{ x1 }})
{%- endmacro %}

{% macro snowflake__span(start, stop, tag) -%}
    object_construct_keep_null('start', {{ start }}, 'stop', {{ stop }}, 'tag', {{ tag }})
{%- endmacro %}

{% macro snowflake__read_spans(column) -%}
    transform(cast({{ snowflake_json(column) }} as array), span -> {{ span(
        snowflake_number("get(span, 'start')"), snowflake_number("get(span, 'stop')"), "nullif(" ~ text_field('span', 'tag') ~ ", '')"
    ) }})
{%- endmacro %}

{% macro snowflake__spans_order(spans) -%} to_json({{ spans }}) {%- endmacro %}

{% macro snowflake__distinct_spans(spans) -%} array_sort(array_distinct({{ spans }})) {%- endmacro %}

{% macro snowflake__spans_of(start, stop, tag) -%}
    array_agg(case when {{ start }} is not null then {{ span(start, stop, tag) }} end) within group (order by {{ start }}, {{ stop }}, {{ tag }})
{%- endmacro %}

{% macro snowflake__mask(size, counts) -%} object_construct('size', {{ size }}, 'counts', {{ counts }}) {%- endmacro %}

{% macro snowflake__read_mask(column) -%}
    {%- set bits = as_text(column) -%}
    case
        when regexp_like({{ bits }}, '[01]+')
            then {{ mask(
                'array_construct(length(' ~ bits ~ '))',
                "array_cat(
                    case when left(" ~ bits ~ ", 1) = '1' then array_construct(0) else array_construct() end,
                    transform(regexp_extract_all(" ~ bits ~ ", '0+|1+'), run -> length(run))
                )"
            ) }}
        else {{ snowflake_json(column) }}
    end
{%- endmacro %}

{% macro snowflake__mask_weight(counts) -%}
    reduce(
        array_generate_range(1, array_size({{ counts }}), 2), 0, (total, place) -> total + get({{ counts }}, place)
    )
{%- endmacro %}


{# -------------------------------------------------------------------------------------------------- similarities #}

{% macro snowflake__words(text) -%} regexp_extract_all(lower({{ text }}), '[[:alnum:]]+') {%- endmacro %}

{% macro snowflake__levenshtein(a, b) -%}
    coalesce(1 - {{ divide('editdistance(' ~ a ~ ', ' ~ b ~ ')', 'greatest(length(' ~ a ~ '), length(' ~ b ~ '))') }}, 1)
{%- endmacro %}

{# In whole percents. #}
{% macro snowflake__jaro_winkler(a, b) -%} jarowinkler_similarity({{ a }}, {{ b }}) / 100 {%- endmacro %}

{% macro snowflake__average_overlap(a, b) -%}
    reduce(
        array_generate_range(1, greatest(array_size({{ a }}), array_size({{ b }})) + 1),
        cast(0 as double),
        (total, depth) -> total
            + array_size(array_intersection(array_slice({{ a }}, 0, depth), array_slice({{ b }}, 0, depth))) / depth
    ) / greatest(array_size({{ a }}), array_size({{ b }}))
{%- endmacro %}

{% macro snowflake__kendall(a, b) -%} {{ not_on_this_engine('kendall') }} {%- endmacro %}


{% macro snowflake__text_literal(text) -%} {{ spark__text_literal(text) }} {%- endmacro %}
