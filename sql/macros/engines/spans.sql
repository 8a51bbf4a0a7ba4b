{# Spans {start, stop, tag}. The default is DuckDB's way. #}

{% macro read_spans(column) -%} {{ adapter.dispatch('read_spans', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_spans(column) -%}
    {%- set type = 'struct("start" double, stop double, tag varchar)[]' -%}
    case  -- objects with and without a tag arrive from a frame as maps
        when typeof({{ column }}) like 'MAP(%' then try_cast(to_json({{ column }}) as {{ type }})
        else {{ duckdb_read(column, type) }}
    end
{%- endmacro %}


{# Aggregate: the spans of a group as one label, in order; empty where there is none (start is null). #}
{% macro spans_of(start, stop, tag) -%} {{ adapter.dispatch('spans_of', 'oakdb')(start, stop, tag) }} {%- endmacro %}

{% macro default__spans_of(start, stop, tag) -%}
    coalesce(
        array_agg(
            struct_pack("start" := {{ start }}, stop := {{ stop }}, tag := {{ tag }})
            order by {{ start }}, {{ stop }}, {{ tag }}
        ) filter (where {{ start }} is not null),
        []
    )
{%- endmacro %}
