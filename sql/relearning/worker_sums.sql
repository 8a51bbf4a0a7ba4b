-- One row per worker and label type, and one per worker for all types together (`*all*`): all that learning needs to know.
-- The sums as they were, less those of the items that labels were added to, and with these as they are now.
{%- set sums = ['n_labels', 'n_pairs', 'sum_similarity', 'sum_squared_similarity', 'n_audits', 'sum_audit', 'sum_squared_audit'] %}
with

parts as (

    select * from {{ base('worker_sums') }}

    union all

    select * from {{ ref('worker_sums_after') }}

    union all

    select
        worker_id,
        label_type,
        {%- for name in sums %}
        -{{ name }} as {{ name }}{{ ',' if not loop.last }}
        {%- endfor %}

    from {{ ref('worker_sums_before') }}

),

final as (

    select
        worker_id,
        label_type,
        {%- for name in sums %}
        {{ 'cast(sum(' ~ name ~ ') as bigint)' if name.startswith('n_') else 'sum(' ~ name ~ ')' }} as {{ name }}{{ ',' if not loop.last }}
        {%- endfor %}

    from parts
    group by worker_id, label_type
    having sum(n_labels) > 0

)

select * from final
