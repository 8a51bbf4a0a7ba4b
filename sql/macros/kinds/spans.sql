{#
  spans: any number of stretches {start, stop} of a line (tokens, characters, seconds), start inside and stop outside, each
  with a tag or none. Positions of different tags are different positions.
  atoms: disjoint stretches that cover the same positions, weighing their length; for `exact_f1` the spans themselves.
  similarity: f1, jaccard of the covered positions, f1 of the exact spans. type: the number of spans, at most 4.
  aggregate: the medoid; `majority`: the positions covered by more than half of the weight.
#}

{% macro spans__similarities() -%} f1 jaccard exact_f1 {%- endmacro %}

{% macro spans__aggregations() -%} majority {%- endmacro %}

{% macro spans__partitions() -%} count length {%- endmacro %}

{% macro spans__parse(column) -%}
    {%- set spans = read_spans(column) -%}
    case when {{ array_has_null(spans) }} then {{ spans }} else {{ distinct_spans(spans) }} end
{%- endmacro %}

{% macro spans__order(label) -%} {{ spans_order(label) }} {%- endmacro %}

{% macro spans__problem(label) -%}
    case
        when {{ array_has_null(label) }} or {{ array_any(label, 'span', spans__end_unknown('span')) }}
            then 'a span has an end that is missing or not a finite number'
        when {{ array_any(label, 'span', field('span', 'stop') ~ ' <= ' ~ field('span', 'start')) }}
            then 'a span has stop <= start'
    end
{%- endmacro %}

{% macro spans__end_unknown(span) -%}
    not coalesce({{ is_finite(field(span, 'start')) }}, false) or not coalesce({{ is_finite(field(span, 'stop')) }}, false)
{%- endmacro %}

{% macro spans__type(label) -%} {{ as_text('least(' ~ array_length(label) ~ ', 4)') }} {%- endmacro %}

{# The stretches of a majority are pieces, not spans: their number says nothing. #}
{% macro spans__type_of_aggregate() -%} {{ 'closest' if var('aggregation') == 'majority' else 'own' }} {%- endmacro %}

{% macro spans__is_empty(label) -%} {{ array_length(label) }} = 0 {%- endmacro %}

{% macro spans__atoms(labels, keys) -%}
{%- if similarity() == 'exact_f1' -%}
{{ spans__unnested(labels, keys) }}
{%- else -%}
{{ spans__union(labels, keys) }}
{%- endif -%}
{%- endmacro %}

{# Relation: one row per span. No tag is an empty tag. #}
{% macro spans__unnested(labels, keys) -%}
select
    {{ prefixed('l', keys) }},
    coalesce({{ text_field('u.span', 'tag') }}, '') as tag,
    {{ field('u.span', 'start') }} as run_start,
    {{ field('u.span', 'stop') }} as run_stop,
    {{ as_double(1) }} as weight,
    {{ as_double(1) }} as share

from {{ labels }} as l
{{ unnest_array('l.label', 'u', 'span', 'span_number') }}
{%- endmacro %}

{# Relation: one row per stretch that a label covers; spans that overlap or touch are one. #}
{% macro spans__union(labels, keys) -%}
with

spans as (

    {{ spans__unnested(labels, keys) | indent(4) }}

),

stretches as (

    {{ majority_runs('spans', keys + ['tag']) | indent(4) }}

)

select *, run_stop - run_start as weight from stretches
{%- endmacro %}

{% macro spans__match(a, b) -%}
    {{ a }}.tag = {{ b }}.tag
    {%- if similarity() == 'exact_f1' %}
    and {{ a }}.run_start = {{ b }}.run_start and {{ a }}.run_stop = {{ b }}.run_stop
    {%- else %}
    and {{ a }}.run_start < {{ b }}.run_stop and {{ b }}.run_start < {{ a }}.run_stop
    {%- endif %}
{%- endmacro %}

{% macro spans__shared(a, b) -%}
    {%- if similarity() == 'exact_f1' -%}
        {{ a }}.weight
    {%- else -%}
        least({{ a }}.run_stop, {{ b }}.run_stop) - greatest({{ a }}.run_start, {{ b }}.run_start)
    {%- endif -%}
{%- endmacro %}


{% macro spans__majority(labels, keys) -%}
with

stretches as (

    {{ spans__union(labels, keys + ['worker_id']) | indent(4) }}

),

totals as (

    select {{ keys | join(', ') }}, sum(weight) as total from {{ labels }} group by {{ keys | join(', ') }}

),

votes as (

    select
        {{ prefixed('stretches', keys) }},
        stretches.tag,
        stretches.run_start,
        stretches.run_stop,
        l.weight / totals.total as share

    from stretches
    inner join {{ labels }} as l on {{ equal('stretches', 'l', keys + ['worker_id']) }}
    inner join totals on {{ equal('stretches', 'totals', keys) }}

),

covered as (

    {{ majority_runs('votes', keys + ['tag']) | indent(4) }}

)

select
    {{ prefixed('totals', keys) }},
    {{ spans_of('covered.run_start', 'covered.run_stop', "nullif(covered.tag, '')") }} as label

from totals
left join covered on {{ equal('totals', 'covered', keys) }}
group by {{ prefixed('totals', keys) }}
{%- endmacro %}
