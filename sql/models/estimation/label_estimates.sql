-- One row per item and worker, as the annotations stand now: what each method says of the label.
with

labels as (

    select * from {{ ref('live_annotations') }}

),

estimated as (

    {{ with_estimates('labels') | indent(4) }}

),

final as (

    select
        item_id,
        worker_id,

        label,
        label_type,
        position,
        oak,
        poak,
        poaki,
        poak_irt,
        hoak,
        {%- for model in crowd_models().split() %}
        {{ model if model in fitted_crowd_models().split() else as_double('null') ~ ' as ' ~ model }}{{ ',' if not loop.last }}
        {%- endfor %}

    from estimated

)

select * from final
