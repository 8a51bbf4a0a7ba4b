-- One row per policy that lies on the curve of its family: cost and accuracy on the other half. The plan's is the frontier as it was learned.
select family, cost, accuracy
from {{ ref('policy_outcomes') }}
where family in ('shared', 'shared on Ĉ')

union all

select family, cost, accuracy
from {{ ref('policy_outcomes') }}
where
    family = 'single'  -- the paper's: at the first point, else all labels
    and policy not in (
        select policy
        from {{ ref('plan_policies') }}
        where threshold < 1 and n_labels between 2 and (select max(n_labels) - 1 from {{ ref('plan_policies') }})
    )

union all

select 'planned' as family, outcomes.cost, outcomes.accuracy
from {{ ref('policy_outcomes') }} as outcomes
inner join {{ ref('plan_frontier') }} as frontier on outcomes.policy = frontier.policy and outcomes.family = frontier.family
