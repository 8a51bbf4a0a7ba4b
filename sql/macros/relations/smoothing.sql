{#
  Two columns: a 95 % interval of an estimated accuracy (Wilson's, with the smoothing counted as labels of the prior).

  Its bounds are for reading, not for deciding: labels of one item are not independent evidence.
#}
{% macro accuracy_interval(accuracy, n_labels) -%}
    {%- set n = '(' ~ n_labels ~ ' + ' ~ as_double(var('gamma')) ~ ')' -%}
    {%- set centre = '(' ~ accuracy ~ ' + 1.9207294 / ' ~ n ~ ')' -%}
    {%- set reach = '1.959964 * sqrt((' ~ accuracy ~ ' * (1 - ' ~ accuracy ~ ') + 0.9603647 / ' ~ n ~ ') / ' ~ n ~ ')' -%}
    ({{ centre }} - {{ reach }}) / (1 + 3.8414588 / {{ n }}) as accuracy_low,
    ({{ centre }} + {{ reach }}) / (1 + 3.8414588 / {{ n }}) as accuracy_high
{%- endmacro %}


{# Expression: evidence drawn towards a prior that is worth `gamma` pairs. No evidence leaves the prior. #}
{% macro smoothed(weight, competence, prior) -%}
    (
        (coalesce({{ weight }} * {{ competence }}, 0) + {{ as_double(var('gamma')) }} * {{ prior }})
        / (coalesce({{ weight }}, 0) + {{ as_double(var('gamma')) }})
    )
{%- endmacro %}
