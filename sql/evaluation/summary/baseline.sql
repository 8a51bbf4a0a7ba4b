-- One row: what one label each and all labels of every item give by uniform voting, mean over trials and training sizes.
select avg(accuracy_one) as accuracy_one, avg(accuracy_all) as accuracy_all, avg(cost_one) as cost_one
from {{ ref('trial_scores') }}
where method = 'Uniform' and not calibrated
