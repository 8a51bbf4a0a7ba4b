"""A large task as it goes on: the decision on one item, one new label, and a hundredth more labels learned from.

    python -m benchmarks.live [--annotations N] [--repeats N] [--write]

A database on disk. Times are medians of the repeats, by the clock and of the processor (all threads; it hardly changes
when others use the machine). The command is timed with the start of Python, which is also shown alone.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import duckdb
import pandas as pd

import oakdb
from benchmarks.printed import print_section
from benchmarks.speed import MAKE

NEW_ITEMS = """
copy (
    select 'new-' || item_id as item_id, worker_id, label from '{path}' where item_id < 'item-{items:09}'
) to '{batch}'
"""

KNOWN_ITEMS = """
copy (
    select item_id, 'worker-' || lpad(cast(hash(item_id, 9) % 5000 as varchar), 4, '0') as worker_id, label
    from '{path}'
    using sample {labels} rows (reservoir, 1)
) to '{batch}'
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--annotations", type=int, default=10_000_000)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        names = ("annotations.parquet", "batch.parquet", "task.duckdb", "new.csv")
        path, batch, db, new = (Path(folder) / name for name in names)
        duckdb.execute(MAKE.format(annotations=options.annotations, labels_per_item=3, path=path))
        start, cpu_start = time.perf_counter(), cpu_seconds()
        task = oakdb.run(path, kind="category", db=db)
        task.con.execute("create temporary table decided as from oakdb.item_decisions")
        whole = 1000 * (time.perf_counter() - start), 1000 * (cpu_seconds() - cpu_start)
        items = [
            f"item-{options.annotations // 3 * n // (options.repeats + 1):09}" for n in range(1, options.repeats + 1)
        ]
        rows = [
            ("decision on one item", milliseconds(lambda item: asked(task, item), items)),
            ("one label added and decided on, database open", milliseconds(lambda item: added(task, item), items)),
        ]
        n_new = options.annotations // 100
        learning = [("all learned and all items decided", whole)]
        for name, make in (("of new items", NEW_ITEMS), ("each on an item that had some", KNOWN_ITEMS)):
            duckdb.execute(make.format(path=path, batch=batch, labels=n_new, items=n_new // 3))
            spent = milliseconds(lambda _: learned(task, batch), ["batch"])
            learning.append((f"1 % more labels added and learned from, {name}", spent))
        task.con.close()
        command = [sys.executable, "-m", "oakdb"]
        for item in items:
            new_label(item, "worker-of-the-command").to_csv(new.with_stem(item), index=False)
        rows += [
            (
                "the same as a command: `oakdb add`",
                milliseconds(lambda item: run([*command, "add", new.with_stem(item), "--db", db]), items),
            ),
            ("a command that does nothing: `oakdb --help`", milliseconds(lambda _: run([*command, "--help"]), items)),
        ]
        rows += learning
    lines = [f"| {options.annotations:,} annotations | ms | CPU ms |", "|---|--:|--:|"]
    lines += [f"| {name} | {elapsed:.0f} | {cpu:.0f} |" for name, (elapsed, cpu) in rows]
    print_section("live", lines, write=options.write)


def asked(task: oakdb.Results, item: str) -> None:
    assert len(task.of_item("item_decisions", item).fetchall()) == 1


def added(task: oakdb.Results, item: str) -> None:
    assert oakdb.add(new_label(item, "worker-of-the-session"), task).n_rejected == 0


def learned(task: oakdb.Results, batch: Path) -> None:
    assert oakdb.add(batch, task, learn=True).n_rows > 0


def new_label(item: str, worker: str) -> pd.DataFrame:
    return pd.DataFrame({"item_id": [item], "worker_id": [worker], "label": ["class-3"]})


def run(command: list[str | Path]) -> None:
    # Python keeps the bytecode of modules, and oakdb that of its templates, unless this says otherwise.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)


def milliseconds(work: Callable[[str], None], items: list[str]) -> tuple[float, float]:
    elapsed, cpu = [], []
    for item in items:
        start, cpu_start = time.perf_counter(), cpu_seconds()
        work(item)
        elapsed.append(1000 * (time.perf_counter() - start))
        cpu.append(1000 * (cpu_seconds() - cpu_start))
    return median(elapsed), median(cpu)


def cpu_seconds() -> float:
    """Of this process and of those that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


if __name__ == "__main__":
    main()
