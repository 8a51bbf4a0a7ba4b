-- One row per batch and strategy: labels per item and accuracy, of the batch and of all items so far.
-- `uniform` has the cost of oakdb: some items get one label and the others all, drawn by lot.
{%- macro on_the_line(cost, accuracy) -%}
    one.{{ accuracy }} + {{ divide('oakdb.' ~ cost ~ ' - one.' ~ cost, 'everything.' ~ cost ~ ' - one.' ~ cost) }}
        * (everything.{{ accuracy }} - one.{{ accuracy }})
{%- endmacro %}

with

batches as (

    select strategy, batch, count(*) as n_items, sum(n_labels) as n_labels, sum(accuracy) as sum_accuracy
    from {{ ref('outcomes') }}
    group by strategy, batch

),

so_far as (

    select
        *,
        sum(n_items) over up_to_now as n_items_so_far,
        sum(n_labels) over up_to_now as n_labels_so_far,
        sum(sum_accuracy) over up_to_now as sum_accuracy_so_far

    from batches
    window up_to_now as (partition by strategy order by batch)

),

strategies as (

    select
        batch,
        strategy,
        cast(n_items_so_far as bigint) as n_items,
        n_labels / n_items as batch_cost,
        sum_accuracy / n_items as batch_accuracy,
        n_labels_so_far / n_items_so_far as cost,
        sum_accuracy_so_far / n_items_so_far as accuracy

    from so_far

),

uniform as (

    select
        oakdb.batch,
        'uniform' as strategy,
        oakdb.n_items,
        oakdb.batch_cost,
        {{ on_the_line('batch_cost', 'batch_accuracy') }} as batch_accuracy,
        oakdb.cost,
        {{ on_the_line('cost', 'accuracy') }} as accuracy

    from strategies as oakdb
    inner join strategies as one on oakdb.batch = one.batch and one.strategy = 'always 1'
    inner join strategies as everything
        on oakdb.batch = everything.batch and everything.strategy = 'always {{ var('most_labels') }}'
    where oakdb.strategy = 'oakdb'

),

final as (

    select * from strategies
    union all
    select * from uniform

)

select * from final
