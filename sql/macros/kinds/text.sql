{#
  text: free text, such as a translation or a transcript.
  atoms: its distinct words, in lower case. similarity: jaccard, dice of the words; levenshtein, jaro_winkler of the
  characters. type: which fifth of the labels it falls in by length (bounds learned). aggregate: the medoid.
#}

{% macro text__similarities() -%} jaccard dice levenshtein jaro_winkler {%- endmacro %}

{% macro text__partitions() -%} length {%- endmacro %}

{% macro text__parse(column) -%} {{ read_text(column) }} {%- endmacro %}

{% macro text__problem(label) -%} {{ as_text('null') }} {%- endmacro %}

{% macro text__coordinate(label, dimension) -%} {{ as_double('length(' ~ label ~ ')') }} {%- endmacro %}

{% macro text__partition() -%} length(5) {%- endmacro %}

{% macro text__is_empty(label) -%} {{ array_length(words(label)) }} = 0 {%- endmacro %}

{% macro text__atoms(labels, keys) -%}
with

texts as (

    select {{ keys | join(', ') }}, {{ array_distinct_sorted(words('label')) }} as words from {{ labels }}

)

select
    {{ prefixed('texts', keys) }},
    u.atom,
    {{ as_double(1) }} as weight

from texts
{{ unnest_array('texts.words', 'u', 'atom', 'atom_number') }}
{%- endmacro %}

{% macro text__match(a, b) -%} {{ a }}.atom = {{ b }}.atom {%- endmacro %}

{% macro text__shared(a, b) -%} {{ a }}.weight {%- endmacro %}
