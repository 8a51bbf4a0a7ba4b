{#
  path: a way through a tree, root first.
  atoms: its prefixes (root, root/child, …). similarity: hierarchical. type: the first level.
  aggregate: from the root, the child with the largest weight among the labels still on the way; it ends where the labels
  that end there ("stop here") weigh at least as much as the heaviest child.
#}

{% macro path__similarities() -%} hierarchical jaccard dice overlap {%- endmacro %}

{% macro path__partitions() -%} first count length {%- endmacro %}

{% macro path__parse(column) -%} {{ read_text_array(column) }} {%- endmacro %}

{% macro path__order(label) -%} {{ binary_order(label) }} {%- endmacro %}

{% macro path__problem(label) -%}
    case
        when {{ array_length(label) }} = 0 then 'the path is empty'
        when {{ array_has_null(label) }} then 'a step of the path is null'
    end
{%- endmacro %}

{% macro path__type(label) -%} {{ array_first(label) }} {%- endmacro %}

{% macro path__atoms(labels, keys) -%}
select
    {{ prefixed('l', keys) }},
    {{ array_prefix('l.label', 'u.depth') }} as atom,
    {{ as_double(1) }} as weight

from {{ labels }} as l
{{ unnest_array('l.label', 'u', 'step', 'depth') }}
{%- endmacro %}

{% macro path__weight(label) -%} {{ array_length(label) }} {%- endmacro %}

{% macro path__match(a, b) -%} {{ a }}.atom = {{ b }}.atom {%- endmacro %}

{% macro path__shared(a, b) -%} {{ a }}.weight {%- endmacro %}


{% macro path__aggregate(labels, keys) -%}
with

steps as (  -- one row per label and node on its way

    select
        {{ prefixed('l', keys) }},
        l.worker_id,
        l.weight,
        u.depth,
        {{ array_prefix('l.label', 'u.depth - 1') }} as parent,
        {{ array_prefix('l.label', 'u.depth') }} as node

    from {{ labels }} as l
    {{ unnest_array('l.label', 'u', 'step', 'depth') }}

),

choices as (  -- a label also votes for stopping where it ends (node is null)

    select {{ keys | join(', ') }}, parent, node, weight from steps
    union all
    select {{ keys | join(', ') }}, label as parent, null as node, weight from {{ labels }}

),

votes as (

    select
        {{ keys | join(', ') }},
        parent,
        node,
        {{ tie_safe('sum(weight)') }} as weight

    from choices
    group by {{ keys | join(', ') }}, parent, node

),

ranked as (

    select
        *,
        row_number() over (
            partition by {{ keys | join(', ') }}, parent
            order by weight desc, case when node is null then 0 else 1 end, {{ binary_order('node') }}
        ) as place

    from votes

),

ways as (  -- how often the label has left the winning way, down to each of its nodes

    select
        {{ prefixed('steps', keys) }},
        steps.depth,
        steps.node,
        sum(case when ranked.place = 1 then 0 else 1 end) over (
            partition by {{ prefixed('steps', keys) }}, steps.worker_id
            order by steps.depth
        ) as n_departures

    from steps
    inner join ranked on {{ equal('steps', 'ranked', keys) }} and steps.node = ranked.node

),

ends as (

    select
        {{ keys | join(', ') }},
        node,
        row_number() over (partition by {{ keys | join(', ') }} order by depth desc) as place

    from ways
    where n_departures = 0

)

select {{ keys | join(', ') }}, node as label from ends where place = 1
{%- endmacro %}
