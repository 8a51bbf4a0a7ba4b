"""1,000,000 items × 3 categorical labels, from parquet to decisions counted, against a plain count of the same data.

    python benchmarks/categories.py [--items N] [--repeats N]

Prints seconds and, what counts, the ratio of the two within one run: both write tables of a database in memory.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import duckdb

import oakdb

MAKE = """
copy (
    select
        'item-' || lpad(cast(item as varchar), 8, '0') as item_id,
        'worker-' || lpad(cast((hash(item) % 1000 + 331 * place) % 1000 as varchar), 4, '0') as worker_id,
        'class-' || case when hash(item, place) % 100 < 70 then item % 10 else hash(place, item) % 10 end as label
    from range({items}) as items (item), range(3) as places (place)
) to '{path}' (format parquet)
"""

COUNT = "create or replace table counted as select item_id, label, count(*) as n from '{path}' group by all"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "annotations.parquet"
        duckdb.execute(MAKE.format(items=options.items, path=path))
        plain, whole = [], []
        for _ in range(options.repeats):
            plain.append(seconds(lambda: duckdb.execute(COUNT.format(path=path))))
            whole.append(seconds(lambda: decisions_counted(path, options.items)))
    print(f"{3 * options.items:,} annotations, median of {options.repeats}")
    print(f"plain count   {median(plain):8.2f} s")
    print(f"oakdb         {median(whole):8.2f} s")
    print(f"ratio         {median(whole) / median(plain):8.1f}")


def decisions_counted(path: Path, n_items: int) -> None:
    results = oakdb.run(path, kind="category")
    summary = results.summary
    results.con.close()
    assert summary["n_stop"] + summary["n_ask"] == n_items
    assert summary["n_rejected"] == 0


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
