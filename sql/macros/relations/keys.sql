{# The key columns of a group of labels, as a relation macro needs them. #}

{# prefixed('l', ['item_id', 'n_labels']) → l.item_id, l.n_labels #}
{% macro prefixed(alias, keys) -%}
    {%- for key in keys -%}{{ alias }}.{{ key }}{{ ', ' if not loop.last }}{%- endfor -%}
{%- endmacro %}


{# equal('a', 'b', ['item_id', 'n_labels']) → a.item_id = b.item_id and a.n_labels = b.n_labels #}
{% macro equal(a, b, keys) -%}
    {%- for key in keys -%}{{ a }}.{{ key }} = {{ b }}.{{ key }}{{ ' and ' if not loop.last }}{%- endfor -%}
{%- endmacro %}


{# More than half of the weight. The slack keeps an exact half from passing by rounding. #}
{% macro majority(weight, total) -%} {{ weight }} > {{ total }} * (0.5 + 1e-9) {%- endmacro %}
