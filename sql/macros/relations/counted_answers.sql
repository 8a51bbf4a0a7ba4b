{#
  Answers of equal or different labels: as whoever reported the answer is as close to it as can be, labels are counted class by class
  and not compared one by one.
#}

{# Whether they are: a model of the crowd may answer what nobody has reported. #}
{% macro is_counted() -%}
    {{ 'yes' if similarity() == 'hamming' and own_aggregate() == 'category__aggregate' and var('method') not in crowd_models().split() }}
{%- endmacro %}


{# Relation, one row per group of labels: the answer, its type, whose label is closest to it and how far the labels agree with it. #}
{% macro counted_answers(labels, keys) -%}
{%- set best_of_class = [best_first('coalesce(estimate, 0)', 'position')] -%}
{%- set heaviest_first = ['-weight', binary_order('label')] -%}
{%- set columns = ['label', 'worker_id', 'n_equal'] + (['label_type'] if type_of_aggregate() == 'closest' else []) -%}
with

classes as (

    select
        {{ keys | join(', ') }},
        label,

        {{ tie_safe('sum(weight)') }} as weight,
        count(*) as n_equal,
        {%- if type_of_aggregate() == 'closest' %}
        {{ first_of('label_type', best_of_class) }} as label_type,
        {%- endif %}
        {{ first_of('worker_id', best_of_class) }} as worker_id

    from {{ labels }}
    group by {{ keys | join(', ') }}, label

),

chosen as (

    select
        {{ keys | join(', ') }},

        cast(sum(n_equal) as bigint) as n_labels_compared,
        {%- for column in columns %}
        {{ of_first(column, heaviest_first, columns) }} as {{ column }}{{ ',' if not loop.last }}
        {%- endfor %}

    from classes
    group by {{ keys | join(', ') }}

)

select
    {{ keys | join(', ') }},
    n_labels_compared,
    label,
    {{ 'label_type' if type_of_aggregate() == 'closest' else label_type('label') }} as label_type,
    worker_id,
    {{ divide('n_equal', 'n_labels_compared') }} as agreement

from chosen
{%- endmacro %}
