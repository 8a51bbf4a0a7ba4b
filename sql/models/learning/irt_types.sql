-- One row per label type with a competence: its item response curve p⁰ + (1 − p⁰) / (1 + exp(b (d − a))).
with

cells as {{ computed_once() }} (

    select * from {{ ref('irt_cells') }}

),

{{ irt_fit('cells') }}

means as (

    select label_type, max(base_rate) as base_rate, sum(v * y) / sum(v) as y_mean
    from cells
    group by label_type

),

slopes as (

    select label_type, max(x_mean) as x_mean, max(separation) as separation
    from fitted
    group by label_type

),

lines as (

    select
        means.label_type,
        means.base_rate,
        slopes.separation,
        means.y_mean - slopes.separation * slopes.x_mean as intercept

    from means
    inner join slopes on means.label_type = slopes.label_type

),

final as (

    select
        label_type,

        base_rate,
        separation,
        intercept,
        -intercept / separation as difficulty

    from lines

)

select * from final
