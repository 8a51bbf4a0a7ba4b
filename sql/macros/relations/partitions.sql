{#
  The rules that `partition` knows by name, and how they are said: `none`, `first`, `count(8)`, `length(4)`, `quantiles(5)`,
  `kmeans(8)`, `cluster(8)`. A kind lists those it takes in <kind>__partitions; its default may be one of them
  (<kind>__partition). All take `none` and `cluster`.
#}

{# The rule in force: as set, or the kind's default; `own` stands for the kind's own type. #}
{% macro partition_rule() -%}
    {%- set default = var('kind') ~ '__partition' -%}
    {%- if var('partition') is not none -%}
        {{ var('partition') }}
    {%- else -%}
        {{ context[default]() if context[default] is defined else 'own' }}
    {%- endif -%}
{%- endmacro %}


{# Its name: one of those above, `column` for a column of the input, `expression` for anything else. #}
{% macro partition_name() -%}
    {%- set rule = partition_rule() | string -%}
    {%- set name = rule.split('(')[0] | lower -%}
    {%- if rule | lower in ['own', 'none', 'first'] -%}
        {{ rule | lower }}
    {%- elif name in ['count', 'length', 'quantiles', 'kmeans', 'cluster'] and rule.endswith(')') and rule[name | length + 1:-1].isdecimal() -%}
        {{ name }}
    {%- elif rule.startswith('column ') -%}
        column
    {%- else -%}
        expression
    {%- endif -%}
{%- endmacro %}


{# The number in its brackets. #}
{% macro partition_size() -%} {{ partition_rule().split('(')[1][:-1] }} {%- endmacro %}


{# The column of the input that it names. #}
{% macro partition_column() -%} {{ partition_rule()[7:] }} {%- endmacro %}


{% macro check_partition() %}
    {%- set name = partition_name() -%}
    {%- set own = var('kind') ~ '__partitions' -%}
    {%- set known = context[own]().split() if context[own] is defined else [] -%}
    {%- if name in ['first', 'count', 'length', 'quantiles', 'kmeans'] and name not in known -%}
        {%- do refuse_setting('partition', var('partition'), 'for ' ~ var('kind') ~ ' one of ' ~ (known + ['cluster', 'none']) | join(', ')
            ~ ', an SQL expression over label, or a column of the input') -%}
    {%- endif -%}
    {%- set most = 8 if name == 'cluster' else 100 -%}
    {%- if name in ['count', 'length', 'quantiles', 'kmeans', 'cluster'] and not (0 < partition_size() | int <= most) -%}
        {%- do refuse_setting('partition', var('partition'), name ~ ' of 1 to ' ~ most) -%}
    {%- endif -%}
{% endmacro %}


{# Join, for whoever takes the type of a label by centres: Spark has no subquery inside its functions of arrays. #}
{% macro joined_centres() -%} {{ joined_parameters() if partition_name() == 'kmeans' }} {%- endmacro %}


{# Expression: the type of a label by the rule; null only by an expression or a column. #}
{% macro type_by_rule(label) -%}
    {%- set name = partition_name() -%}
    {%- if name == 'own' -%} {{ context[var('kind') ~ '__type'](label) }}
    {%- elif name == 'none' -%} {{ as_text("'none'") }}
    {%- elif name == 'first' -%} coalesce({{ array_first(label) }}, '')
    {%- elif name == 'count' -%} {{ as_text('least(' ~ array_length(label) ~ ', ' ~ partition_size() ~ ')') }}
    {%- elif name in ['length', 'quantiles'] -%} {{ as_text(quantile_bin(coordinate(label))) }}
    {%- elif name == 'kmeans' -%} {{ as_text(nearest('kind_parameters.centres', context[var('kind') ~ '__coordinates'](label))) }}
    {%- elif name == 'column' -%} {{ as_text('given_type') }}
    {%- else -%} {{ as_text('(' ~ var('partition') ~ ')') }}
    {%- endif -%}
{%- endmacro %}


{# What is cut into quantiles, by name and as an expression: the kind's own coordinate, or the number of elements. #}
{% macro cut_dimension() -%} {{ 'value' if partition_name() == 'quantiles' else 'length' }} {%- endmacro %}

{% macro coordinate(label) -%}
    {%- set own = var('kind') ~ '__coordinate' -%}
    {{ context[own](label, cut_dimension()) if context[own] is defined else as_double(array_length(label)) }}
{%- endmacro %}
