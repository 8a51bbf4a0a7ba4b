{# Spans {start, stop, tag}. The default is DuckDB's way. In PostgreSQL they are an array of jsonb. #}

{% macro read_spans(column) -%} {{ adapter.dispatch('read_spans', 'oakdb')(column) }} {%- endmacro %}

{% macro default__read_spans(column) -%}
    {%- set type = 'struct("start" double, stop double, tag varchar)[]' -%}
    case  -- objects with and without a tag arrive from a frame as maps
        when typeof({{ column }}) like 'MAP(%' then try_cast(to_json({{ column }}) as {{ type }})
        else {{ duckdb_read(column, type) }}
    end
{%- endmacro %}

{% macro postgres__read_spans(column) -%}
    {{ postgres_read(column, "array(
            select " ~ span(postgres_number("u.span ->> 'start'"), postgres_number("u.span ->> 'stop'"), "nullif(u.span ->> 'tag', '')") ~ "
            from jsonb_array_elements(given.value) with ordinality as u (span, place)
            order by u.place
        )", "= 'array'") }}
{%- endmacro %}

{% macro spark__read_spans(column) -%}
    transform({{ read_text_array(column) }}, span -> {{ span(
        spark_number("get_json_object(span, '$.start')"),
        spark_number("get_json_object(span, '$.stop')"),
        "get_json_object(span, '$.tag')"
    ) }})
{%- endmacro %}


{% macro span(start, stop, tag) -%} {{ adapter.dispatch('span', 'oakdb')(start, stop, tag) }} {%- endmacro %}

{% macro default__span(start, stop, tag) -%} struct_pack("start" := {{ start }}, stop := {{ stop }}, tag := {{ tag }}) {%- endmacro %}

{% macro postgres__span(start, stop, tag) -%} jsonb_build_object('start', {{ start }}, 'stop', {{ stop }}, 'tag', {{ tag }}) {%- endmacro %}

{% macro spark__span(start, stop, tag) -%} named_struct('start', {{ start }}, 'stop', {{ stop }}, 'tag', {{ tag }}) {%- endmacro %}


{# To order spans by, within a label and labels among each other: start, stop, tag; no tag is an empty tag. #}
{% macro spans_order(spans) -%} {{ adapter.dispatch('spans_order', 'oakdb')(spans) }} {%- endmacro %}

{% macro default__spans_order(spans) -%}
    list_transform({{ spans }}, lambda span: {{ span('span."start"', 'span.stop', "coalesce(span.tag, '')") }})
{%- endmacro %}

{% macro postgres__spans_order(spans) -%}
    array(
        select row({{ postgres_span_order('u.span') }})
        from unnest({{ spans }}) with ordinality as u (span, place)
        order by u.place
    )
{%- endmacro %}

{% macro postgres_span_order(span) -%}
    {{ field(span, 'start') }}, {{ field(span, 'stop') }}, coalesce({{ span }} ->> 'tag', '') collate "C"
{%- endmacro %}

{% macro spark__spans_order(spans) -%}
    transform({{ spans }}, span -> {{ span('span.start', 'span.stop', "coalesce(span.tag, '')") }})
{%- endmacro %}


{# The different spans of a label in order; null where it has none to show. #}
{% macro distinct_spans(spans) -%} {{ adapter.dispatch('distinct_spans', 'oakdb')(spans) }} {%- endmacro %}

{% macro default__distinct_spans(spans) -%}
    list_transform(
        list_sort(list_distinct({{ spans_order(spans) }})),
        lambda span: {{ span('span."start"', 'span.stop', "nullif(span.tag, '')") }}
    )
{%- endmacro %}

{% macro postgres__distinct_spans(spans) -%}
    (
        select case
            when given.spans is not null
                then array(select u.span from unnest(given.spans) as u (span) group by u.span order by {{ postgres_span_order('u.span') }})
        end
        from (select {{ spans }} as spans) as given
    )
{%- endmacro %}

{% macro spark__distinct_spans(spans) -%}
    transform(
        array_sort(array_distinct({{ spans_order(spans) }})),
        span -> {{ span('span.start', 'span.stop', "nullif(span.tag, '')") }}
    )
{%- endmacro %}


{# Aggregate: the spans of a group as one label, in order; empty where there is none (start is null). #}
{% macro spans_of(start, stop, tag) -%} {{ adapter.dispatch('spans_of', 'oakdb')(start, stop, tag) }} {%- endmacro %}

{% macro default__spans_of(start, stop, tag) -%}
    coalesce(
        array_agg({{ span(start, stop, tag) }} order by {{ start }}, {{ stop }}, coalesce({{ tag }}, ''))
        filter (where {{ start }} is not null),
        []
    )
{%- endmacro %}

{% macro postgres__spans_of(start, stop, tag) -%}
    coalesce(
        array_agg({{ span(start, stop, tag) }} order by {{ start }}, {{ stop }}, coalesce({{ tag }}, '') collate "C")
        filter (where {{ start }} is not null),
        cast('{}' as jsonb[])
    )
{%- endmacro %}

{% macro spark__spans_of(start, stop, tag) -%}
    transform(
        sort_array(collect_list({{ span(start, stop, "coalesce(" ~ tag ~ ", '')") }}) filter (where {{ start }} is not null)),
        span -> {{ span('span.start', 'span.stop', "nullif(span.tag, '')") }}
    )
{%- endmacro %}
