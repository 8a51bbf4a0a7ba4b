-- One row per class: every label that a worker or an auditor has given.
with

votes as (

    select * from {{ ref('crowd_votes') }}

),

final as (

    select label as true_class from votes
    union
    select truth as true_class from votes where truth is not null

)

select * from final
