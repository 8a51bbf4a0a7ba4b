{# Expression: evidence drawn towards a prior that is worth `gamma` pairs. No evidence leaves the prior. #}
{% macro smoothed(weight, competence, prior) -%}
    (
        (coalesce({{ weight }} * {{ competence }}, 0) + {{ as_double(var('gamma')) }} * {{ prior }})
        / (coalesce({{ weight }}, 0) + {{ as_double(var('gamma')) }})
    )
{%- endmacro %}
