-- One row per decision point: the threshold of the plan, in place of the setting's.
select policies.n_labels, policies.threshold, 'plan' as source
from {{ ref('plan_policies') }} as policies
inner join {{ ref('plan_choice') }} as choice on policies.policy = choice.policy
