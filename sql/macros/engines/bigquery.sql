{# BigQuery. Written, not run. A nested array is an array of structs with one field, `coordinates`. #}

{% macro bigquery__double_type() -%} float64 {%- endmacro %}

{% macro bigquery__text_type() -%} string {%- endmacro %}

{% macro bigquery__quoted(name) -%} {{ adapter.quote(name.replace('\\', '\\\\').replace('`', '\\`')) }} {%- endmacro %}

{% macro bigquery__hex_md5(text) -%} to_hex(md5({{ text }})) {%- endmacro %}

{% macro bigquery__median(expression) -%} approx_quantiles({{ expression }}, 2)[offset(1)] {%- endmacro %}

{% macro bigquery__row_as_json(alias) -%} to_json_string({{ alias }}) {%- endmacro %}

{% macro bigquery__mark_of(label) -%} {{ as_text('farm_fingerprint(to_json_string(' ~ label ~ '))') }} {%- endmacro %}

{% macro bigquery__stop_with(message, a, b) -%}
    cast(error({{ message }} || to_json_string({{ a }}) || ' and ' || to_json_string({{ b }})) as float64)
{%- endmacro %}


{# -------------------------------------------------------------------------------------------------------- arrays #}

{% macro bigquery__array_length(array) -%} array_length({{ array }}) {%- endmacro %}

{% macro bigquery__array_first(array) -%} {{ array }}[safe_offset(0)] {%- endmacro %}

{% macro bigquery__first_of(value, order) -%} array_agg({{ value }} order by {{ order }} limit 1)[offset(0)] {%- endmacro %}

{% macro bigquery__array_prefix(array, n) -%}
    array(select element from unnest({{ array }}) as element with offset as place where place < {{ n }} order by place)
{%- endmacro %}

{% macro bigquery__array_distinct_sorted(array) -%}
    if({{ array }} is null, null, array(select distinct element from unnest({{ array }}) as element order by element))
{%- endmacro %}

{% macro bigquery__array_has_null(array) -%} exists (select 1 from unnest({{ array }}) as element where element is null) {%- endmacro %}

{% macro bigquery__array_any(array, element, predicate) -%}
    exists (select 1 from unnest({{ array }}) as {{ element }} where {{ predicate }})
{%- endmacro %}

{% macro bigquery__unnest_array(array, alias, element, position) -%}
    cross join unnest(
        array(select as struct {{ element }}, place + 1 as {{ position }} from unnest({{ array }}) as {{ element }} with offset as place)
    ) as {{ alias }}
{%- endmacro %}

{% macro bigquery__array_of(value, filter) -%}
    ifnull(array_agg(if({{ filter }}, {{ value }}, null) ignore nulls order by {{ value }}), [])
{%- endmacro %}

{% macro bigquery__array_sum(array) -%} (select sum(element) from unnest({{ array }}) as element) {%- endmacro %}

{% macro bigquery__array_product(array) -%}
    (
        select if(min(element) < 1, 0, cast(round(exp(sum(ln(greatest(element, 1))))) as int64))
        from unnest({{ array }}) as element
    )
{%- endmacro %}

{% macro bigquery__whole_numbers(a, b) -%} generate_array({{ a }}, {{ b }}) {%- endmacro %}

{% macro bigquery__place_among(levels, value) -%}
    (
        select (
            countif({{ value }} - level > 1e-12 * abs(level)) + countif(level - {{ value }} <= 1e-12 * abs(level))
        ) / 2
        from unnest({{ levels }}) as level
    )
{%- endmacro %}

{% macro bigquery__dot_product(a, b) -%}
    (select sum(x * ({{ b }})[offset(place)]) from unnest({{ a }}) as x with offset as place)
{%- endmacro %}

{% macro bigquery__centres_of(centre, place) -%} array_agg(struct({{ centre }} as coordinates) order by {{ place }}) {%- endmacro %}

{% macro bigquery__nearest(centres, coordinates) -%}
    (
        select place + 1
        from unnest({{ centres }}) as centre with offset as place
        where array_length(centre.coordinates) = array_length({{ coordinates }})
        order by
            round((
                select sqrt(sum(pow(x - ({{ coordinates }})[offset(n)], 2))) from unnest(centre.coordinates) as x with offset as n
            ), 12),
            place
        limit 1
    )
{%- endmacro %}


{# -------------------------------------------------------------------------------------------------------- shapes #}

{% macro bigquery__point(x, y) -%} struct({{ x }} as x, {{ y }} as y) {%- endmacro %}

{% macro bigquery__read_double(column) -%} safe_cast({{ column }} as float64) {%- endmacro %}

{% macro bigquery_json(column) -%} safe.parse_json({{ as_text(column) }}) {%- endmacro %}

{% macro bigquery_number(json) -%} safe_cast(json_value({{ json }}) as float64) {%- endmacro %}

{% macro bigquery__read_text_array(column) -%} json_value_array({{ bigquery_json(column) }}) {%- endmacro %}

{% macro bigquery__read_double_array(column) -%}
    array(select safe_cast(element as float64) from unnest(json_value_array({{ bigquery_json(column) }})) as element)
{%- endmacro %}

{% macro bigquery__read_point(column) -%}
    {{ point(bigquery_number(bigquery_json(column) ~ '.x'), bigquery_number(bigquery_json(column) ~ '.y')) }}
{%- endmacro %}

{% macro bigquery__read_boxes(column) -%}
    array(
        select as struct
            {{ bigquery_number('box.x1') }} as x1,
            {{ bigquery_number('box.y1') }} as y1,
            {{ bigquery_number('box.x2') }} as x2,
            {{ bigquery_number('box.y2') }} as y2
            {%- if boxes_have_class() %}, json_value(box.class) as class{% endif %}
        from unnest(json_query_array({{ bigquery_json(column) }})) as box
    )
{%- endmacro %}

{% macro bigquery__count_boxes_where(label, box, predicate) -%}
    (select count(*) from unnest({{ label }}) as {{ box }} where {{ predicate }})
{%- endmacro %}

{% macro bigquery__boxes_area(label) -%} (select sum({{ box_area('box') }}) from unnest({{ label }}) as box) {%- endmacro %}

{% macro bigquery__boxes_order(label) -%} to_json_string({{ label }}) {%- endmacro %}

{% macro bigquery__boxes_of(x1, y1, x2, y2) -%}
    ifnull(
        array_agg(
            if({{ x1 }} is null, null, struct({{ x1 }} as x1, {{ y1 }} as y1, {{ x2 }} as x2, {{ y2 }} as y2))
            ignore nulls order by {{ y1 }}, {{ x1 }}
        ),
        []
    )
{%- endmacro %}

{% macro bigquery__span(start, stop, tag) -%} struct({{ start }} as start, {{ stop }} as stop, {{ tag }} as tag) {%- endmacro %}

{% macro bigquery__read_spans(column) -%}
    array(
        select {{ span(bigquery_number('span.start'), bigquery_number('span.stop'), "nullif(json_value(span.tag), '')") }}
        from unnest(json_query_array({{ bigquery_json(column) }})) as span
    )
{%- endmacro %}

{% macro bigquery__spans_order(spans) -%} to_json_string({{ spans }}) {%- endmacro %}

{% macro bigquery__distinct_spans(spans) -%}
    array(
        select {{ span('start', 'stop', "nullif(tag, '')") }}
        from (select distinct span.start, span.stop, ifnull(span.tag, '') as tag from unnest({{ spans }}) as span)
        order by start, stop, tag
    )
{%- endmacro %}

{% macro bigquery__spans_of(start, stop, tag) -%}
    ifnull(
        array_agg(
            if({{ start }} is null, null, {{ span(start, stop, tag) }}) ignore nulls order by {{ start }}, {{ stop }}, ifnull({{ tag }}, '')
        ),
        []
    )
{%- endmacro %}

{% macro bigquery__mask(size, counts) -%} struct({{ size }} as size, {{ counts }} as counts) {%- endmacro %}

{% macro bigquery__read_mask(column) -%}
    {%- set bits = as_text(column) -%}
    if(
        regexp_contains({{ bits }}, r'^[01]+$'),
        {{ mask(
            '[length(' ~ bits ~ ')]',
            "array(
                select length(run)
                from unnest(array_concat(if(starts_with(" ~ bits ~ ", '1'), [''], []), regexp_extract_all(" ~ bits ~ ", r'0+|1+'))) as run with offset as place
                order by place
            )"
        ) }},
        {{ mask(
            "array(select safe_cast(n as int64) from unnest(json_value_array(" ~ bigquery_json(column) ~ ".size)) as n)",
            "array(select safe_cast(n as int64) from unnest(json_value_array(" ~ bigquery_json(column) ~ ".counts)) as n)"
        ) }}
    )
{%- endmacro %}

{% macro bigquery__mask_weight(counts) -%}
    (select sum(n) from unnest({{ counts }}) as n with offset as place where mod(place, 2) = 1)
{%- endmacro %}


{# -------------------------------------------------------------------------------------------------- similarities #}

{% macro bigquery__words(text) -%} regexp_extract_all(lower({{ text }}), r'[\p{L}\p{M}\p{N}]+') {%- endmacro %}

{% macro bigquery__levenshtein(a, b) -%}
    coalesce(1 - {{ divide('edit_distance(' ~ a ~ ', ' ~ b ~ ')', 'greatest(length(' ~ a ~ '), length(' ~ b ~ '))') }}, 1)
{%- endmacro %}

{% macro bigquery__jaro_winkler(a, b) -%} {{ not_on_this_engine('jaro_winkler') }} {%- endmacro %}

{% macro bigquery__average_overlap(a, b) -%}
    (
        select avg((
            select count(*)
            from unnest({{ a }}) as x with offset as in_a
            inner join unnest({{ b }}) as y with offset as in_b on x = y
            where in_a < depth and in_b < depth
        ) / depth)
        from unnest(generate_array(1, greatest(array_length({{ a }}), array_length({{ b }})))) as depth
    )
{%- endmacro %}

{% macro bigquery__kendall(a, b) -%} {{ not_on_this_engine('kendall') }} {%- endmacro %}


{% macro bigquery__text_literal(text) -%} {{ spark__text_literal(text) }} {%- endmacro %}
