-- One row per decision point: the estimated accuracy at which to stop. The last one holds for all later points, too.
-- These are those of the setting; `oakdb plan` puts better ones in their place.
{%- set given = var('threshold') if var('threshold') is iterable else [var('threshold')] -%}
{%- for threshold in given %}
{{ 'union all' if not loop.first }}
select {{ loop.index }} as n_labels, {{ as_double(threshold) }} as threshold, 'setting' as source
{%- endfor %}
