{# A similarity of the user: an SQL expression over two labels, `a` and `b`. Every kind takes one. #}

{# Names are letters, digits and underscores; anything else is an expression. #}
{% macro is_expression(similarity) -%}
    {{ 'yes' if similarity and not similarity.replace('_', 'x').isalnum() }}
{%- endmacro %}


{# Relation: as similarities(), with the expression checked to lie within 0 and 1 for every pair. #}
{% macro similarities_by_expression(left, right, on, columns) -%}
with

compared as (

    select
        {{ columns | join(',\n        ') }},
        l.label as a,
        r.label as b

    from {{ left }} as l
    inner join {{ right }} as r on {{ on }}

),

measured as (

    select *, {{ as_double('(' ~ var('similarity') ~ ')') }} as measured from compared

)

select
    {{ column_names(columns) }},
    case
        when measured between 0 and 1 then measured
        else {{ stop_with(
            "'similarity ' || coalesce(" ~ as_text('measured') ~ ", 'null') || ' is not within 0 and 1, of '",
            'a',
            'b'
        ) | indent(8) }}
    end as similarity

from measured
{%- endmacro %}


{# What columns of a join are called, given as over its aliases. #}
{% macro column_names(columns) -%}
    {%- for column in (columns | join(', ')).split(', ') -%}
        {{ column.split(' as ')[-1].split('.')[-1] }}{{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
