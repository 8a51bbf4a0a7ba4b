{# No two rows share these columns, and none of them is null. #}
{% test unique_together(model, columns) %}

select {{ columns | join(', ') }}
from {{ model }}
group by {{ columns | join(', ') }}
having count(*) > 1 {% for column in columns %} or {{ column }} is null {% endfor %}

{% endtest %}
