"""A large task as it goes on: the decision on one item, one new label, and a hundredth more labels learned from.

    python -m benchmarks.live [--annotations N] [--repeats N] [--write]

A database on disk. Times are medians of the repeats, by the clock and of the processor (all threads; it hardly changes
when others use the machine). Learning from all labels and from a hundredth more is done three times, by turns: what is
compared is measured within the same minute. The command is timed with the start of Python, which is also shown alone.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from statistics import median

import duckdb
import pandas as pd

import oakdb
from benchmarks.printed import print_section
from benchmarks.speed import MAKE
from oakdb.files import reopened

TURNS = 3
WHOLE = "all learned and all items decided"
WHOLE_COMMAND = "all learned as a command: `oakdb run`"
BATCHES = ("of new items", "each on an item that had some")
MORE = "1 % more labels added and learned from,"
Times = tuple[float, float]  # milliseconds by the clock, and of the processor
Row = tuple[str, Times]

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
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        db = folder / "task.duckdb"
        learning = learning_rows(folder, db, options.annotations)
        places = range(1, options.repeats + 1)
        items = [f"item-{options.annotations // 3 * place // (options.repeats + 1):09}" for place in places]
        rows = [*open_rows(db, items), *command_rows(folder, db, items), *learning]
    lines = [f"| {options.annotations:,} annotations | ms | CPU ms |", "|---|--:|--:|"]
    lines += [f"| {name} | {elapsed:.0f} | {cpu:.0f} |" for name, (elapsed, cpu) in rows]
    print_section("live", [*lines, "", *told_of_batches(dict(learning))], write=options.write)


def learning_rows(folder: Path, db: Path, annotations: int) -> list[Row]:
    path, new, known = (folder / f"{name}.parquet" for name in ("annotations", "new", "known"))
    labels, by_command = annotations // 100, folder / "by_command.duckdb"
    duckdb.execute(MAKE.format(annotations=annotations, labels_per_item=3, path=path))
    duckdb.execute(NEW_ITEMS.format(path=path, batch=new, items=labels // 3))
    duckdb.execute(KNOWN_ITEMS.format(path=path, batch=known, labels=labels))
    turns = []
    for _ in range(TURNS):
        db.unlink(missing_ok=True)
        whole = spent(lambda: all_decided(path, db))
        with oakdb.Results(reopened(db, read_only=False)) as task:
            task.con.execute("create temporary table decided as from oakdb.item_decisions")  # warm, as after the run
            opened = [spent(partial(learned, task, batch)) for batch in (new, known)]
        by_command.unlink(missing_ok=True)
        ran = called("run", path, "--kind", "category", "--db", by_command)
        added = [called("add", batch, "--db", by_command, "--learn") for batch in (new, known)]
        turns.append((whole, *opened, ran, *added))
    names = (WHOLE, *map(of_session, BATCHES), WHOLE_COMMAND, *map(of_command, BATCHES))
    return list(zip(names, map(middle, zip(*turns, strict=True)), strict=True))


def of_session(batch: str) -> str:
    return f"{MORE} {batch}"


def of_command(batch: str) -> str:
    return f"{MORE} {batch}: `oakdb add --learn`"


def told_of_batches(learning: Mapping[str, Times]) -> list[str]:
    """What part of the time of all labels a hundredth more of them takes."""

    def part(batch: str, whole: str) -> str:
        return f"{learning[batch][0] / learning[whole][0]:.3f}"

    return [
        f"- 1 % more labels, {batch}: {part(of_session(batch), WHOLE)} of the time of all labels; "
        f"as commands {part(of_command(batch), WHOLE_COMMAND)}."
        for batch in BATCHES
    ]


def open_rows(db: Path, items: list[str]) -> list[Row]:
    with oakdb.Results(reopened(db, read_only=False)) as task:
        return [
            ("decision on one item", milliseconds(lambda item: asked(task, item), items)),
            ("one label added and decided on, database open", milliseconds(lambda item: added(task, item), items)),
        ]


def command_rows(folder: Path, db: Path, items: list[str]) -> list[Row]:
    for item in items:
        new_label(item, "worker-of-the-command").to_csv(folder / f"{item}.csv", index=False)
    return [
        (
            "the same as a command: `oakdb add`",
            middle([called("add", folder / f"{item}.csv", "--db", db) for item in items]),
        ),
        ("a command that does nothing: `oakdb --help`", middle([called("--help") for _ in items])),
    ]


def all_decided(path: Path, db: Path) -> None:
    with oakdb.run(path, kind="category", db=db) as task:
        task.con.execute("create temporary table decided as from oakdb.item_decisions")


def asked(task: oakdb.Results, item: str) -> None:
    assert len(task.of_item("item_decisions", item).fetchall()) == 1


def added(task: oakdb.Results, item: str) -> None:
    assert oakdb.add(new_label(item, "worker-of-the-session"), task).n_rejected == 0


def learned(task: oakdb.Results, batch: Path) -> None:
    assert oakdb.add(batch, task, learn=True).n_rows > 0


def new_label(item: str, worker: str) -> pd.DataFrame:
    return pd.DataFrame({"item_id": [item], "worker_id": [worker], "label": ["class-3"]})


def called(*words: str | Path) -> Times:
    """A command of its own process."""
    # Python keeps the bytecode of modules, and oakdb that of its templates, unless this says otherwise.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "oakdb", *words]
    return spent(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment))


def milliseconds(work: Callable[[str], None], items: list[str]) -> Times:
    return middle([spent(partial(work, item)) for item in items])


def middle(times: Iterable[Times]) -> Times:
    elapsed, cpu = map(median, zip(*times, strict=True))
    return elapsed, cpu


def spent(work: Callable[[], object]) -> Times:
    start, cpu_start = time.perf_counter(), cpu_seconds()
    work()
    return 1000 * (time.perf_counter() - start), 1000 * (cpu_seconds() - cpu_start)


def cpu_seconds() -> float:
    """Of this process and of those that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


if __name__ == "__main__":
    main()
