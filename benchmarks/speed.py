"""Categorical annotations from parquet to all items decided: oakdb and its peers side by side, a process each.

    pip install '.[peers]'
    python -m benchmarks.speed [--annotations N] [--large N] [--peer-annotations N N] [--only NAME …] [--write]

Three labels per item in no order, text ids, 5,000 workers, 10 classes. oakdb learns all tables and decides all items,
in two databases: one in memory, one on disk with 12 GB for DuckDB, which spills what is more. On disk more annotations
are tried, too, between two runs with as many as the others have, for the speed of a shared machine changes. crowd-kit
answers all items: MajorityVote, and DawidSkene at 20 iterations, which is measured at two smaller sizes; what it would
take at the full size is told from the line through the two.

Seconds are those of the clock from the file to the answers. CPU seconds are those of all threads in that time: they
hardly change when others use the machine. Peak memory is that of the contender's own process.
"""

import argparse
import importlib.util
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import duckdb

from benchmarks.printed import Row, print_table

MAKE = """
copy (
    with

    drawn as (

        select
            id // {labels_per_item} as item,
            id % {labels_per_item} as place,
            cast((hash(id // {labels_per_item}) + 37 * (id % {labels_per_item})) % 5000 as bigint) as worker
        from range({annotations}) as ids (id)

    )

    -- a worker is right with a probability of their own, between 0.5 and 0.95
    select
        'item-' || lpad(cast(item as varchar), 9, '0') as item_id,
        'worker-' || lpad(cast(worker as varchar), 4, '0') as worker_id,
        'class-' || case
            when hash(item, place, 1) % 1000 < 500 + 0.09 * worker then hash(item, 2) % 10
            else hash(item, place, 3) % 10
        end as label
    from drawn
    order by hash(item, place, 4)
) to '{path}' (format parquet)
"""

COUNT = "create table counted as select item_id, label, count(*) as n_labels from '{path}' group by item_id, label"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--annotations", type=int, default=10_000_000)
    parser.add_argument("--large", type=int, help="annotations on disk; none by default")
    parser.add_argument("--peer-annotations", type=int, nargs=2, default=[1_000_000, 3_000_000])
    parser.add_argument("--only", nargs="+", choices=CONTENDERS, default=list(CONTENDERS))
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    parser.add_argument("--contender", choices=CONTENDERS, help=argparse.SUPPRESS)
    parser.add_argument("--path", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.contender:
        print(json.dumps(taken(options.contender, options.path)))
        return
    if importlib.util.find_spec("crowdkit") is None:
        options.only = [name for name in options.only if not name.startswith("crowd-kit")]
        print("crowd-kit is not installed: pip install '.[peers]'", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            row
            for name in options.only
            for row in (of_slow_peer if name == SLOW_PEER else of_contender)(name, options, Path(folder))
        ]
    reference = next((row.seconds for row in rows if row.name == "oakdb"), None)
    print_table("categories", rows, reference, told_of_growth(rows), write=options.write)


def of_contender(name: str, options: argparse.Namespace, folder: Path) -> list[Row]:
    around = [options.large, options.annotations] if name == ON_DISK and options.large else []
    return [measured(name, size, folder) for size in [options.annotations, *around]]


def told_of_growth(rows: Sequence[Row]) -> list[str]:
    """How much longer more annotations take, by the runs before and after."""
    on_disk = [row for row in rows if row.name == ON_DISK]
    if len(on_disk) != 3:
        return []
    before, large, after = on_disk
    longer = 2 * large.seconds / (before.seconds + after.seconds)
    return [f"{large.annotations:,} on disk: {longer:.1f} times as long as {before.annotations:,} before and after."]


def of_slow_peer(name: str, options: argparse.Namespace, folder: Path) -> list[Row]:
    small, large = (measured(name, n, folder) for n in options.peer_annotations)
    slope = (large.seconds - small.seconds) / (large.annotations - small.annotations)
    rest = options.annotations - large.annotations
    return [small, large, Row(f"{name}, extrapolated", options.annotations, large.seconds + slope * rest)]


def measured(name: str, annotations: int, folder: Path) -> Row:
    path = folder / f"{annotations}.parquet"
    if not path.exists():  # in a process of its own: a process counts the memory of the one that started it as its own
        make = "set enable_progress_bar = false;" + MAKE.format(annotations=annotations, labels_per_item=3, path=path)
        subprocess.run([sys.executable, "-c", "import sys, duckdb; duckdb.execute(sys.argv[1])", make], check=True)
    command = [sys.executable, "-m", "benchmarks.speed", "--contender", name, "--path", str(path)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Row(name, annotations, **json.loads(done.stdout.splitlines()[-1]))


def taken(name: str, path: Path) -> dict[str, float]:
    answer = CONTENDERS[name]()  # imports before the clock starts
    start, cpu_start = time.perf_counter(), time.process_time()
    n_items = answer(path)
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu_start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    (expected,) = duckdb.execute(f"select count(distinct item_id) from '{path}'").fetchall()[0]
    assert n_items == expected, (n_items, expected)
    return {"seconds": seconds, "cpu_seconds": cpu_seconds, "peak_gb": peak / 2**20}


Answer = Callable[[Path], int]


def plain_count() -> Answer:
    def answer(path: Path) -> int:
        duckdb.execute(COUNT.format(path=path))
        return int(duckdb.execute("select count(distinct item_id) from counted").fetchall()[0][0])

    return answer


def with_oakdb(*, on_disk: bool) -> Answer:
    from oakdb.database import learn  # noqa: PLC0415

    def answer(path: Path) -> int:
        db = path.with_suffix(".duckdb")
        con = duckdb.connect(str(db), config={"memory_limit": "12GB"}) if on_disk else None
        with learn(path, None, {"kind": "category"}, db=con) as results:
            results.con.execute("create table decided as from oakdb.item_decisions")
            n_items = int(results.con.execute("select count(*) from decided").fetchall()[0][0])
        db.unlink(missing_ok=True)
        return n_items

    return answer


def with_crowd_kit(name: str, **options: int) -> Answer:
    import crowdkit.aggregation  # noqa: PLC0415
    import pandas as pd  # noqa: PLC0415

    def answer(path: Path) -> int:
        frame = pd.read_parquet(path).rename(columns={"item_id": "task", "worker_id": "worker"})
        return len(getattr(crowdkit.aggregation, name)(**options).fit_predict(frame))

    return answer


ON_DISK = "oakdb, on disk"
SLOW_PEER = "crowd-kit DawidSkene"
CONTENDERS: dict[str, Callable[[], Answer]] = {
    "DuckDB, plain count": plain_count,
    "oakdb": lambda: with_oakdb(on_disk=False),
    "crowd-kit MajorityVote": lambda: with_crowd_kit("MajorityVote"),
    ON_DISK: lambda: with_oakdb(on_disk=True),
    SLOW_PEER: lambda: with_crowd_kit("DawidSkene", n_iter=20),
}

if __name__ == "__main__":
    main()
