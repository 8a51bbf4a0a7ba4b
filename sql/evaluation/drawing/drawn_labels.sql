-- One row per label that the trial's seed draws: the first labels of each item, and where the item falls in any split.
{%- macro share(text) -%} ('0x' || left(md5({{ text }} || '|' || trial.seed), 8))::bigint / 4294967296 {%- endmacro %}

with

numbered as (

    select
        labels.*,
        row_number() over (
            partition by labels.item_id
            order by
                {%- if var('time_column') is none %}
                md5(labels.item_id || '|' || labels.worker_id || '|' || trial.seed),
                {%- endif %}
                labels.position
        ) as place,
        trial.labels_per_item,
        {{ share('labels.item_id') }} as split_share,
        {{ share("'audit|' || labels.item_id") }} as audit_share

    from {{ base('stg_annotations') }} as labels
    cross join {{ base('trial') }} as trial

),

first_labels as (

    select * from numbered where place <= labels_per_item

),

-- the labels of an item by who gave them, whatever their order: two seeds may draw the same
slates as (

    select item_id, count(*) as n_labels, hash(list(worker_id order by worker_id)) as slate
    from first_labels
    group by item_id

),

final as (

    select
        labels.item_id,
        labels.worker_id,

        labels.label,
        labels.label_type,
        labels.arrived_at,
        labels.place as position,
        row_number() over (partition by labels.item_id order by labels.worker_id) as seat,
        slates.slate,
        slates.n_labels,
        labels.split_share,
        labels.audit_share,
        truths.similarity as accuracy

    from first_labels as labels
    inner join slates on labels.item_id = slates.item_id
    left join {{ base('audited_labels') }} as truths
        on labels.item_id = truths.item_id and labels.worker_id = truths.worker_id

)

select * from final
