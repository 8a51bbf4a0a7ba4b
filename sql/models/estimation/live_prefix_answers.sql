-- One row per item and number of its first labels, as the annotations stand now: the answer after so many labels, and Ĉ.
{%- set first_labels -%}
with

estimated as (

    select * from {{ ref('label_estimates') }}

)

{{ prefixes('estimated') }}
{%- endset %}
{{ answers(first_labels, ['item_id', 'n_labels']) }}
