"""100,000 items × 3 masks of 200 × 200 bits, from parquet to decisions, with the memory it took.

    python benchmarks/masks.py [--items N] [--size N] [--memory 3GB]

Masks are circles as COCO's run lengths. The limit is DuckDB's own (`memory_limit`, what does not fit goes to disk);
the peak of the whole process, which is to stay below 4 GB, is printed beside it.
"""

import argparse
import resource
import tempfile
import time
from pathlib import Path

import duckdb

import oakdb

MAKE = """
copy (
    with

    masks as (

        select
            'item-' || lpad(cast(item as varchar), 8, '0') as item_id,
            'worker-' || lpad(cast((hash(item) % 1000 + 331 * place) % 1000 as varchar), 4, '0') as worker_id,
            cast(57 + hash(item, 1) % 80 + hash(item, place, 2) % 7 as bigint) as centre_x,
            cast(57 + hash(item, 3) % 80 + hash(item, place, 4) % 7 as bigint) as centre_y,
            cast(20 + hash(item, 5) % 30 + hash(item, place, 6) % 5 as bigint) as radius
        from range({items}) as items (item), range(3) as places (place)

    ),

    heights as (

        select
            *,
            list_transform(
                range(centre_x - radius, centre_x + radius + 1),
                lambda x: cast(2 * floor(sqrt(radius * radius - (x - centre_x) * (x - centre_x))) + 1 as integer)
            ) as columns
        from masks

    )

    select
        item_id,
        worker_id,
        {{
            'size': [{size}, {size}],
            'counts': list_concat(
                [cast((centre_x - radius) * {size} + centre_y - columns[1] // 2 as integer)],
                flatten(list_transform(
                    columns[1:-2],
                    lambda height, place: [height, {size} - height // 2 - 1 - columns[place + 1] // 2]
                )),
                [
                    columns[-1],
                    cast(
                        {size} * {size}
                        - ((centre_x - radius) * {size} + centre_y - columns[1] // 2)
                        - list_sum(columns)
                        - list_sum(list_transform(
                            columns[1:-2], lambda height, place: {size} - height // 2 - 1 - columns[place + 1] // 2
                        )) as integer
                    )
                ]
            )
        }} as label
    from heights
) to '{path}' (format parquet)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--memory", default="3GB")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path, db = Path(folder) / "annotations.parquet", Path(folder) / "task.duckdb"
        duckdb.execute(MAKE.format(items=options.items, size=options.size, path=path))
        with duckdb.connect(str(db)) as con:
            # limits hold for the instance, which stays open below
            con.execute(f"set memory_limit = '{options.memory}'")
            start = time.perf_counter()
            results = oakdb.run(path, kind="mask", db=db)
            summary = results.summary
            results.con.close()
            taken = time.perf_counter() - start
    assert summary["n_rejected"] == 0
    assert summary["n_stop"] + summary["n_ask"] == options.items
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{options.items:,} items × 3 masks of {options.size} × {options.size} bits")
    print(f"oakdb         {taken:8.1f} s")
    print(f"peak memory   {peak:8.2f} GB of the process, DuckDB limited to {options.memory}")


if __name__ == "__main__":
    main()
