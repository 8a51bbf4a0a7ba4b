{#
  mask: bits on a canvas, as text of 0 and 1 or as COCO's run lengths {size, counts}, which begin with the bits not set.
  atoms: runs of set bits, cut at every 256th bit so that runs of two masks meet by an equality, weighing their length.
  similarity: jaccard, dice, overlap of the bits; masks on canvases of different size share nothing.
  type: which fifth the share of set bits lies in. aggregate: each bit with more than half of the weight.
#}

{% macro mask__similarities() -%} jaccard dice overlap {%- endmacro %}

{% macro mask__parse(column) -%} {{ read_mask(column) }} {%- endmacro %}

{% macro mask__order(label) -%} {{ array_field(label, 'size') }}, {{ array_field(label, 'counts') }} {%- endmacro %}

{% macro mask__problem(label) -%}
    {%- set size = array_field(label, 'size') -%}
    {%- set counts = array_field(label, 'counts') -%}
    case
        when
            {{ size }} is null or {{ array_has_null(size) }} or {{ counts }} is null or {{ array_has_null(counts) }}
            or {{ array_any(size, 'n', 'n < 0') }} or {{ array_any(counts, 'n', 'n < 0') }}
            then 'size or counts are missing or not whole numbers from 0'
        when {{ array_length(size) }} = 0 or {{ array_product(size) }} = 0 then 'the mask is empty'
        when coalesce({{ array_sum(counts) }}, 0) <> {{ array_product(size) }} then 'the counts do not add up to the size'
    end
{%- endmacro %}

{% macro mask__type(label) -%}
    {%- set counts = array_field(label, 'counts') -%}
    {%- set fifth = divide('5 * coalesce(' ~ mask_weight(counts) ~ ', 0)', array_sum(counts)) -%}
    {{ as_text('least(1 + cast(floor(' ~ fifth ~ ') as integer), 5)') }}
{%- endmacro %}

{% macro mask__weight(label) -%} coalesce({{ mask_weight(array_field(label, 'counts')) }}, 0) {%- endmacro %}

{# Relation: one row per run of set bits. #}
{% macro mask__runs(labels, keys) -%}
with

masks as (  -- what every run needs to know, so that it need not carry its mask along

    select
        {{ keys | join(', ') }},
        {{ any_number() }} as mask_number,  -- to sort runs by, in place of keys of text
        {{ array_first(array_field('label', 'size')) }} as height,
        {{ array_product(array_field('label', 'size')) }} as n_bits,
        {{ array_field('label', 'counts') }} as counts

    from {{ labels }}

),

counted as (

    select
        {{ prefixed('masks', keys) }},
        masks.height,
        masks.n_bits,
        u.run_number,
        u.run_length,
        sum(u.run_length) over (partition by masks.mask_number order by u.run_number) as run_stop

    from masks
    {{ unnest_array('masks.counts', 'u', 'run_length', 'run_number') }}

)

select
    {{ keys | join(', ') }},
    height,
    n_bits,
    cast(run_stop - run_length as bigint) as run_start,
    cast(run_stop as bigint) as run_stop

from counted
where run_number % 2 = 0 and run_length > 0
{%- endmacro %}

{% macro mask__atoms(labels, keys) -%}
with

runs as (

    {{ mask__runs(labels, keys) | indent(4) }}

),

stretched as (  -- a column to unnest: an engine would look for equal expressions first

    select
        *,
        {{ whole_numbers(mask__stretch('run_start'), mask__stretch('run_stop - 1')) }} as stretches

    from runs

),

cut as (

    select
        {{ prefixed('stretched', keys) }},
        stretched.height,
        stretched.n_bits,
        u.stretch,
        greatest(stretched.run_start, u.stretch * 256) as run_start,
        least(stretched.run_stop, u.stretch * 256 + 256) as run_stop

    from stretched
    {{ unnest_array('stretched.stretches', 'u', 'stretch', 'stretch_number') }}

)

select *, {{ as_double('run_stop - run_start') }} as weight from cut
{%- endmacro %}

{% macro mask__stretch(bit) -%} cast(floor(({{ bit }}) / 256) as bigint) {%- endmacro %}

{% macro mask__match(a, b) -%}
    {{ a }}.stretch = {{ b }}.stretch and {{ a }}.height = {{ b }}.height and {{ a }}.n_bits = {{ b }}.n_bits
    and {{ a }}.run_start < {{ b }}.run_stop and {{ b }}.run_start < {{ a }}.run_stop
{%- endmacro %}

{% macro mask__shared(a, b) -%}
    {{ as_double('least(' ~ a ~ '.run_stop, ' ~ b ~ '.run_stop) - greatest(' ~ a ~ '.run_start, ' ~ b ~ '.run_start)') }}
{%- endmacro %}


{% macro mask__aggregate(labels, keys) -%} {{ aggregate_by_atoms(labels, keys) }} {%- endmacro %}

{% macro mask__aggregate_of_atoms(labels, atoms, keys) -%}
with

sized as (

    select {{ keys | join(', ') }}, weight, {{ array_field('label', 'size') }} as canvas from {{ labels }}

),

canvases as (  -- the size that most of the weight has, then the smaller

    select
        {{ keys | join(', ') }},
        canvas,
        row_number() over (
            partition by {{ keys | join(', ') }} order by {{ tie_safe('sum(weight)') }} desc, canvas
        ) as place

    from sized
    group by {{ keys | join(', ') }}, canvas

),

votes as (

    select
        {{ prefixed('atoms', keys) }},
        atoms.run_start,
        atoms.run_stop,
        atoms.label_share as share

    from {{ atoms }} as atoms
    inner join canvases
        on {{ equal('atoms', 'canvases', keys) }} and canvases.place = 1
        and atoms.height = {{ array_first('canvases.canvas') }} and atoms.n_bits = {{ array_product('canvases.canvas') }}

),

covered as (

    {{ majority_runs('votes', keys) | indent(4) }}

),

turns as (  -- the bits change where a run starts, where it stops, and at the end of the canvas

    select {{ keys | join(', ') }}, run_start as turn, 0 as is_end from covered
    union all
    select {{ keys | join(', ') }}, run_stop as turn, 0 as is_end from covered
    union all
    select {{ keys | join(', ') }}, {{ array_product('canvas') }} as turn, 1 as is_end from canvases where place = 1

),

counts as (

    select
        {{ keys | join(', ') }},
        turn,
        is_end,
        turn - lag(turn, 1, 0) over (partition by {{ keys | join(', ') }} order by turn, is_end) as run_length

    from turns

)

select
    {{ prefixed('canvases', keys) }},
    {{ mask('canvases.canvas', array_in_order('counts.run_length', 'counts.turn * 2 + counts.is_end')) }} as label

from canvases
inner join counts on {{ equal('canvases', 'counts', keys) }}
where canvases.place = 1 and (counts.is_end = 0 or counts.run_length > 0 or counts.turn = 0)
group by {{ prefixed('canvases', keys) }}, canvases.canvas
{%- endmacro %}
