{#
  Points and boxes, and how a label of each shape is read from whatever column the user has: the native type, or its JSON
  as text. What cannot be read is null. The default is DuckDB's way.
#}

{% macro field(label, name) -%} {{ adapter.dispatch('field', 'oakdb')(label, name) }} {%- endmacro %}

{% macro default__field(label, name) -%} ({{ label }}).{{ name }} {%- endmacro %}


{% macro point(x, y) -%} {{ adapter.dispatch('point', 'oakdb')(x, y) }} {%- endmacro %}

{% macro default__point(x, y) -%} struct_pack(x := {{ x }}, y := {{ y }}) {%- endmacro %}


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


{% macro read_text(column) -%} {{ as_text(column) }} {%- endmacro %}


{% macro read_double(column) -%} {{ adapter.dispatch('read_double', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_double(column) -%} try_cast({{ column }} as double) {%- endmacro %}


{% macro read_text_array(column) -%} {{ adapter.dispatch('read_text_array', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_text_array(column) -%} {{ duckdb_read(column, 'varchar[]') }} {%- endmacro %}


{% macro read_point(column) -%} {{ adapter.dispatch('read_point', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_point(column) -%} {{ duckdb_read(column, 'struct(x double, y double)') }} {%- endmacro %}


{% macro read_boxes(column) -%} {{ adapter.dispatch('read_boxes', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_boxes(column) -%}
    {{ duckdb_read(column, 'struct(x1 double, y1 double, x2 double, y2 double)[]') }}
{%- endmacro %}


{# Text goes through JSON, whose escapes DuckDB's own casts from text do not know. #}
{% macro duckdb_read(column, type) -%}
    case
        when typeof({{ column }}) = 'VARCHAR' then try_cast(try_cast({{ column }} as json) as {{ type }})
        else try_cast({{ column }} as {{ type }})
    end
{%- endmacro %}
