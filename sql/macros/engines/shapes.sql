{#
  Points and boxes, and how a label of each shape is read from whatever column the user has: the native type, or its JSON
  as text. What cannot be read is null. The default is DuckDB's way. In PostgreSQL points and boxes are jsonb.
#}

{% macro field(label, name) -%} {{ adapter.dispatch('field', 'oakdb')(label, name) }} {%- endmacro %}

{% macro default__field(label, name) -%} ({{ label }}).{{ name }} {%- endmacro %}

{% macro postgres__field(label, name) -%} cast({{ label }} ->> '{{ name }}' as double precision) {%- endmacro %}


{% macro text_field(label, name) -%} {{ adapter.dispatch('text_field', 'oakdb')(label, name) }} {%- endmacro %}

{% macro default__text_field(label, name) -%} ({{ label }}).{{ name }} {%- endmacro %}

{% macro postgres__text_field(label, name) -%} ({{ label }} ->> '{{ name }}') {%- endmacro %}


{% macro point(x, y) -%} {{ adapter.dispatch('point', 'oakdb')(x, y) }} {%- endmacro %}

{% macro default__point(x, y) -%} struct_pack(x := {{ x }}, y := {{ y }}) {%- endmacro %}

{% macro postgres__point(x, y) -%} jsonb_build_object('x', {{ x }}, 'y', {{ y }}) {%- endmacro %}

{% macro spark__point(x, y) -%} named_struct('x', {{ x }}, 'y', {{ y }}) {%- endmacro %}


{# Aggregate: the rectangles of a group as one boxes label; empty where there is none (x1 is null). #}
{% macro boxes_of(x1, y1, x2, y2) -%} {{ adapter.dispatch('boxes_of', 'oakdb')(x1, y1, x2, y2) }} {%- endmacro %}

{% macro default__boxes_of(x1, y1, x2, y2) -%}
    coalesce(
        array_agg(
            struct_pack(x1 := {{ x1 }}, y1 := {{ y1 }}, x2 := {{ x2 }}, y2 := {{ y2 }}) order by {{ y1 }}, {{ x1 }}
        ) filter (where {{ x1 }} is not null),
        []
    )
{%- endmacro %}

{# DuckDB sorts within an aggregate at twice the cost of sorting its result. #}
{% macro duckdb__boxes_of(x1, y1, x2, y2) -%}
    list_transform(
        list_sort(coalesce(
            array_agg(struct_pack(y1 := {{ y1 }}, x1 := {{ x1 }}, y2 := {{ y2 }}, x2 := {{ x2 }})) filter (where {{ x1 }} is not null),
            []
        )),
        lambda box: struct_pack(x1 := (box).x1, y1 := (box).y1, x2 := (box).x2, y2 := (box).y2)
    )
{%- endmacro %}

{% macro postgres__boxes_of(x1, y1, x2, y2) -%}
    coalesce(
        jsonb_agg(
            jsonb_build_object('x1', {{ x1 }}, 'y1', {{ y1 }}, 'x2', {{ x2 }}, 'y2', {{ y2 }}) order by {{ y1 }}, {{ x1 }}
        ) filter (where {{ x1 }} is not null),
        cast('[]' as jsonb)
    )
{%- endmacro %}

{% macro spark__boxes_of(x1, y1, x2, y2) -%}
    transform(
        sort_array(
            collect_list(named_struct('y1', {{ y1 }}, 'x1', {{ x1 }}, 'y2', {{ y2 }}, 'x2', {{ x2 }})) filter (
                where {{ x1 }} is not null
            )
        ),
        box -> named_struct('x1', box.x1, 'y1', box.y1, 'x2', box.x2, 'y2', box.y2)
    )
{%- endmacro %}


{% macro count_boxes(label) -%} {{ adapter.dispatch('count_boxes', 'oakdb')(label) }} {%- endmacro %}

{% macro default__count_boxes(label) -%} {{ array_length(label) }} {%- endmacro %}

{% macro postgres__count_boxes(label) -%} jsonb_array_length({{ label }}) {%- endmacro %}


{# From-clause item: one row per box of a label of the row to its left. #}
{% macro unnest_boxes(label, alias, box, position) -%}
    {{ adapter.dispatch('unnest_boxes', 'oakdb')(label, alias, box, position) }}
{%- endmacro %}

{% macro default__unnest_boxes(label, alias, box, position) -%} {{ unnest_array(label, alias, box, position) }} {%- endmacro %}

{% macro postgres__unnest_boxes(label, alias, box, position) -%}
    cross join jsonb_array_elements({{ label }}) with ordinality as {{ alias }} ({{ box }}, {{ position }})
{%- endmacro %}


{# Expression: how many boxes of the label, each under this name, fulfil the predicate. #}
{% macro count_boxes_where(label, box, predicate) -%}
    {{ adapter.dispatch('count_boxes_where', 'oakdb')(label, box, predicate) }}
{%- endmacro %}

{% macro default__count_boxes_where(label, box, predicate) -%}
    len(list_filter({{ label }}, lambda {{ box }}: {{ predicate }}))
{%- endmacro %}

{% macro postgres__count_boxes_where(label, box, predicate) -%}
    (select count(*) from jsonb_array_elements({{ label }}) as u ({{ box }}) where {{ predicate }})
{%- endmacro %}

{% macro spark__count_boxes_where(label, box, predicate) -%} cardinality(filter({{ label }}, {{ box }} -> {{ predicate }})) {%- endmacro %}


{# Expression: the areas of the boxes, added up; null or 0 where there is none. #}
{% macro boxes_area(label) -%} {{ adapter.dispatch('boxes_area', 'oakdb')(label) }} {%- endmacro %}

{% macro default__boxes_area(label) -%} list_sum(list_transform({{ label }}, lambda box: {{ box_area('box') }})) {%- endmacro %}

{% macro postgres__boxes_area(label) -%} (select sum({{ box_area('u.box') }}) from jsonb_array_elements({{ label }}) as u (box)) {%- endmacro %}

{% macro spark__boxes_area(label) -%}
    aggregate({{ label }}, cast(0 as double), (total, box) -> total + {{ box_area('box') }})
{%- endmacro %}

{% macro box_area(box) -%}
    ({{ field(box, 'x2') }} - {{ field(box, 'x1') }}) * ({{ field(box, 'y2') }} - {{ field(box, 'y1') }})
{%- endmacro %}


{# To order boxes labels by, side by side: x1, y1, x2, y2 of the first box, then of the next. #}
{% macro boxes_order(label) -%} {{ adapter.dispatch('boxes_order', 'oakdb')(label) }} {%- endmacro %}

{% macro default__boxes_order(label) -%} {{ label }} {%- endmacro %}

{% macro postgres__boxes_order(label) -%}
    array(
        select cast(u.box ->> s.side as double precision)
        from jsonb_array_elements({{ label }}) with ordinality as u (box, place)
        cross join unnest(array['x1', 'y1', 'x2', 'y2']) with ordinality as s (side, side_place)
        order by u.place, s.side_place
    )
{%- endmacro %}


{% macro read_text(column) -%} {{ as_text(column) }} {%- endmacro %}


{% macro read_double(column) -%} {{ adapter.dispatch('read_double', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_double(column) -%} try_cast({{ column }} as double) {%- endmacro %}

{% macro postgres__read_double(column) -%} {{ postgres_number(as_text(column)) }} {%- endmacro %}

{% macro spark__read_double(column) -%} {{ spark_number(as_text(column)) }} {%- endmacro %}


{% macro read_text_array(column) -%} {{ adapter.dispatch('read_text_array', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_text_array(column) -%} {{ duckdb_read(column, 'varchar[]') }} {%- endmacro %}

{% macro postgres__read_text_array(column) -%}
    {{ postgres_read(column, "array(
            select u.element from jsonb_array_elements_text(given.value) with ordinality as u (element, place) order by u.place
        )", "= 'array'") }}
{%- endmacro %}

{% macro spark__read_text_array(column) -%} from_json({{ spark_json(column) }}, 'array<string>') {%- endmacro %}


{% macro read_point(column) -%} {{ adapter.dispatch('read_point', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_point(column) -%} {{ duckdb_read(column, 'struct(x double, y double)') }} {%- endmacro %}

{% macro postgres__read_point(column) -%}
    {{ postgres_read(
        column,
        point(postgres_number("given.value ->> 'x'"), postgres_number("given.value ->> 'y'")),
        "<> 'null'"
    ) }}
{%- endmacro %}

{% macro spark__read_point(column) -%}
    case
        when get_json_object({{ spark_json(column) }}, '$') <> 'null'
            then {{ point(
                spark_number("get_json_object(" ~ spark_json(column) ~ ", '$.x')"),
                spark_number("get_json_object(" ~ spark_json(column) ~ ", '$.y')")
            ) }}
    end
{%- endmacro %}


{# Sides, and the class where boxes are matched by it. #}
{% macro read_boxes(column) -%} {{ adapter.dispatch('read_boxes', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_boxes(column) -%}
    {{ duckdb_read(column, 'struct(x1 double, y1 double, x2 double, y2 double' ~ (', class varchar' if boxes_have_class() else '') ~ ')[]') }}
{%- endmacro %}

{% macro postgres__read_boxes(column) -%}
    {%- set parts = ["'class', u.box ->> 'class'"] if boxes_have_class() else [] -%}
    {%- for side in ['x1', 'y1', 'x2', 'y2'] -%}
        {%- do parts.append("'" ~ side ~ "', " ~ postgres_number("u.box ->> '" ~ side ~ "'")) -%}
    {%- endfor -%}
    {{ postgres_read(column, "(
            select coalesce(jsonb_agg(jsonb_build_object(" ~ parts | join(', ') ~ ") order by u.place), cast('[]' as jsonb))
            from jsonb_array_elements(given.value) with ordinality as u (box, place)
        )", "= 'array'") }}
{%- endmacro %}

{% macro spark__read_boxes(column) -%}
    {%- set parts = [] -%}
    {%- for side in ['x1', 'y1', 'x2', 'y2'] -%}
        {%- do parts.append("'" ~ side ~ "', " ~ spark_number("get_json_object(box, '$." ~ side ~ "')")) -%}
    {%- endfor -%}
    {%- if boxes_have_class() -%} {%- do parts.append("'class', get_json_object(box, '$.class')") -%} {%- endif -%}
    transform({{ read_text_array(column) }}, box -> named_struct({{ parts | join(', ') }}))
{%- endmacro %}

{% macro boxes_have_class() -%} {{ 'yes' if similarity() == 'matched_iou' }} {%- endmacro %}


{# Text goes through JSON, whose escapes DuckDB's own casts from text do not know. #}
{% macro duckdb_read(column, type) -%}
    case
        when typeof({{ column }}) = 'VARCHAR' then try_cast(try_cast({{ column }} as json) as {{ type }})
        else try_cast({{ column }} as {{ type }})
    end
{%- endmacro %}


{# Whatever the column is, as jsonb `given.value`, and what to make of it where its type is as it should be. #}
{% macro postgres_read(column, expression, type_is) -%}
    (
        select case when jsonb_typeof(given.value) {{ type_is }} then {{ expression }} end
        from (
            select case
                when jsonb_typeof(to_jsonb({{ column }})) <> 'string' then to_jsonb({{ column }})
                when pg_input_is_valid(to_jsonb({{ column }}) #>> '{}', 'jsonb') then cast(to_jsonb({{ column }}) #>> '{}' as jsonb)
            end as value
        ) as given
    )
{%- endmacro %}


{# Null where the text is no number; hexadecimal, which only some engines read, is none. #}
{% macro postgres_number(text) -%}
    case
        when pg_input_is_valid({{ text }}, 'double precision') and {{ text }} !~* 'x' then cast({{ text }} as double precision)
    end
{%- endmacro %}


{# The same; and Java would read 1d and 1f as numbers. #}
{% macro spark_number(text) -%}
    case when not {{ text }} rlike '(?i)x|[0-9.][df] *$' then try_cast({{ text }} as double) end
{%- endmacro %}


{# Whatever the column is, its JSON as to_json() shows it inside a struct: text as it is, the rest written out. #}
{% macro spark_json(column) -%} get_json_object(to_json(struct({{ column }} as value)), '$.value') {%- endmacro %}
