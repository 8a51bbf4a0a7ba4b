{#
  Relation, one row per policy and item: after how many labels the policy stops, and how good the answer is then. Where an item has
  no more labels, every policy stops. An item of which that is not known does not count.

  prefixes: item_id, n_labels, n_labels_of_item, estimated_accuracy, accuracy, is_audited
  policies: policy, family, n_labels, threshold
#}
{% macro stops(prefixes, policies) -%}
select
    policies.policy,
    policies.family,
    prefixes.item_id,
    prefixes.n_labels_of_item,
    prefixes.is_audited,
    min(prefixes.n_labels) as n_labels,
    arg_min(prefixes.accuracy, prefixes.n_labels) as accuracy

from {{ prefixes }} as prefixes
inner join {{ policies }} as policies on prefixes.n_labels = policies.n_labels
where
    prefixes.accuracy is not null
    and (prefixes.estimated_accuracy >= policies.threshold or prefixes.n_labels = prefixes.n_labels_of_item)
group by all
{%- endmacro %}
