-- One row per setting: what the task was run with, as JSON.
{%- for name in setting_names().split() %}
{{ 'union all' if not loop.first }}
select '{{ name }}' as name, {{ text_literal(var(name) | tojson) }} as value
{%- endfor %}
