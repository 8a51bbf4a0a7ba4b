{#
  The settings as the models use them: checked once, defaults by kind filled in.

  `check_settings()` stops with one line that names the setting, the value received and what is known. It renders nothing.
#}

{% macro check_settings() %}
    {%- do check_choice('kind', var('kind'), known_kinds().split()) -%}
    {%- set known = context[var('kind') ~ '__similarities']().split() -%}
    {%- if similarity() not in known and not is_expression(similarity()) -%}
        {%- set named = 'one of ' ~ known | join(', ') ~ ', or ' if known else '' -%}
        {%- do refuse_setting('similarity', var('similarity'), named ~ 'an SQL expression over a and b') -%}
    {%- endif -%}
    {%- if var('method') in crowd_models().split() and var('kind') != 'category' -%}
        {%- do refuse_setting('method', var('method'), 'kind category with it, or one of ' ~ known_methods().split() | join(', ')) -%}
    {%- endif -%}
    {%- do check_choice('method', var('method'), known_methods().split()) -%}
    {%- do check_choice('aggregation', var('aggregation'), known_aggregations().split()) -%}
    {%- do check_choice('weights', weights(), ['linear', 'cubed', 'log_odds', 'uniform']) -%}
    {%- do check_partition() -%}
    {%- do check_number('gamma', var('gamma'), 0.001, 1000000) -%}
    {%- do check_number('audit_weight', var('audit_weight'), 0, 1000000) -%}
    {%- do check_integer('irt_steps', var('irt_steps'), 1, 20) -%}
    {%- if var('scale') is not none -%}{%- do check_number('scale', var('scale'), 1e-300, 1e300) -%}{%- endif -%}
    {%- if var('max_labels') is not none -%}{%- do check_integer('max_labels', var('max_labels'), 1, 1000000) -%}{%- endif -%}
    {%- set given = var('threshold') -%}
    {%- if given is string or given is mapping or given is none or (given is iterable and given | length == 0) -%}
        {%- do refuse_setting('threshold', given, 'a number from 0 to 1, or a list of them') -%}
    {%- endif -%}
    {%- for threshold in (given if given is iterable else [given]) -%}{%- do check_number('threshold', threshold, 0, 1) -%}{%- endfor -%}
{% endmacro %}


{% macro check_choice(name, value, known) %}
    {%- if value not in known -%}{%- do refuse_setting(name, value, 'one of ' ~ known | join(', ')) -%}{%- endif -%}
{% endmacro %}


{% macro check_number(name, value, low, high) %}
    {%- if value is boolean or value is not number or not (value >= low and value <= high) -%}
        {%- do refuse_setting(name, value, 'a number from ' ~ low ~ ' to ' ~ high) -%}
    {%- endif -%}
{% endmacro %}


{% macro check_integer(name, value, low, high) %}
    {%- if value is boolean or value is not integer or not (value >= low and value <= high) -%}
        {%- do refuse_setting(name, value, 'a whole number from ' ~ low ~ ' to ' ~ high) -%}
    {%- endif -%}
{% endmacro %}


{% macro refuse_setting(name, value, expected) %}
    {%- do exceptions.raise_compiler_error("setting '" ~ name ~ "' is '" ~ value ~ "': give " ~ expected) -%}
{% endmacro %}


{# Every kind is a file in macros/kinds; it is known by its parser. #}
{% macro known_kinds() -%}
    {%- set names = [] -%}
    {%- for name in context.keys() if name.endswith('__parse') -%}{%- do names.append(name[:-7]) -%}{%- endfor -%}
    {{ names | unique | sort | join(' ') }}
{%- endmacro %}


{% macro known_methods() -%} oak poak poaki poak_irt hoak {{ crowd_models() if var('kind') == 'category' }} {%- endmacro %}


{# Those whose estimates are there: models of the crowd take their time, and are fitted where asked for. #}
{% macro estimators() -%} oak poak poaki poak_irt hoak {{ fitted_crowd_models() }} {%- endmacro %}


{% macro similarity() -%}
    {%- if context[var('kind') ~ '__similarities'] is not defined -%}{%- do check_choice('kind', var('kind'), known_kinds().split()) -%}{%- endif -%}
    {{ var('similarity') or context[var('kind') ~ '__similarities']().split() | first | default('') }}
{%- endmacro %}


{% macro weights() -%}
    {{ var('weights') or ('log_odds' if var('kind') == 'category' else 'cubed') }}
{%- endmacro %}


{# All that dbt_project.yml declares; dbt has no list of them. #}
{% macro setting_names() -%}
    kind similarity scale partition annotations audits item_column worker_column label_column time_column
    method gamma audit_weight irt_steps aggregation weights threshold max_labels
{%- endmacro %}
