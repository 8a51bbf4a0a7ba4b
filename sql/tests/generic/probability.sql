{# Every value lies in [0, 1] and is a number; null is unknown. #}
{% test probability(model, column_name) %}

select {{ column_name }}
from {{ model }}
where {{ column_name }} is not null and not ({{ column_name }} >= 0 and {{ column_name }} <= 1)

{% endtest %}
