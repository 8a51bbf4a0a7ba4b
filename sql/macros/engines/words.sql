{# Words and letters of texts. Expressions; the default is DuckDB's way. #}

{# The words of a text: its runs of letters, marks and digits, in lower case. #}
{% macro words(text) -%} {{ adapter.dispatch('words', 'oakdb')(text) }} {%- endmacro %}

{% macro default__words(text) -%} regexp_extract_all(lower({{ text }}), '[\p{L}\p{M}\p{N}]+') {%- endmacro %}

{% macro postgres__words(text) -%}
    array(select word[1] from regexp_matches(lower({{ text }}), '[[:alnum:]\u0300-\u036f]+', 'g') as found (word))
{%- endmacro %}

{% macro spark__words(text) -%} regexp_extract_all(lower({{ text }}), r'[\p{L}\p{M}\p{N}]+', 0) {%- endmacro %}


{# 1 − edit distance / longer length, in characters. #}
{% macro levenshtein(a, b) -%} {{ adapter.dispatch('levenshtein', 'oakdb')(a, b) }} {%- endmacro %}

{% macro default__levenshtein(a, b) -%} {{ duckdb_by_letter(a, b, 'duckdb_levenshtein') }} {%- endmacro %}

{% macro spark__levenshtein(a, b) -%}
    coalesce(1 - {{ divide('levenshtein(' ~ a ~ ', ' ~ b ~ ')', 'greatest(length(' ~ a ~ '), length(' ~ b ~ '))') }}, 1)
{%- endmacro %}

{% macro postgres__levenshtein(a, b) -%} {{ not_on_this_engine('levenshtein') }} {%- endmacro %}


{# Jaro's similarity, raised by a common start of up to 4 characters. #}
{% macro jaro_winkler(a, b) -%} {{ adapter.dispatch('jaro_winkler', 'oakdb')(a, b) }} {%- endmacro %}

{% macro default__jaro_winkler(a, b) -%} {{ duckdb_by_letter(a, b, 'duckdb_jaro_winkler') }} {%- endmacro %}

{% macro spark__jaro_winkler(a, b) -%} {{ not_on_this_engine('jaro_winkler') }} {%- endmacro %}

{% macro postgres__jaro_winkler(a, b) -%} {{ not_on_this_engine('jaro_winkler') }} {%- endmacro %}


{#
  DuckDB compares bytes. Where a text has characters of more than one byte, the characters of both are renamed to single
  bytes first; only texts with more different characters than there are names for are compared by the byte.
#}
{% macro duckdb_by_letter(a, b, formula) -%}
    {%- set names = '!$&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz|~' -%}
    {%- set letters = "list_sort(list_distinct(string_split(" ~ a ~ " || " ~ b ~ ", '')))" -%}
    {%- set plain = ", array_to_string(" ~ letters ~ ", ''), '" ~ names ~ "')" -%}
    case
        when {{ a }} = {{ b }} then 1
        when strlen({{ a }} || {{ b }}) = length({{ a }} || {{ b }}) or len({{ letters }}) > {{ names | length }}
            then {{ context[formula](a, b) }}
        else {{ context[formula]('translate(' ~ a ~ plain, 'translate(' ~ b ~ plain) }}
    end
{%- endmacro %}

{% macro duckdb_levenshtein(a, b) -%} 1 - levenshtein({{ a }}, {{ b }}) / greatest(strlen({{ a }}), strlen({{ b }})) {%- endmacro %}

{% macro duckdb_jaro_winkler(a, b) -%} jaro_winkler_similarity({{ a }}, {{ b }}) {%- endmacro %}
