"""From 2 to 100 labels per item at the same number of annotations: what does oakdb take?

    python -m benchmarks.growth [--annotations N] [--set-annotations N] [--labels-per-item N …] [--write]

Categories are counted, so that their time must not grow with the pairs, of which there are more and more. Sets, of two
classes each, stand for the kinds whose pairs are compared. CPU seconds are those of all threads, from parquet to all
items decided.
"""

import argparse
import tempfile
import time
from pathlib import Path

import duckdb

import oakdb
from benchmarks.printed import print_section
from benchmarks.speed import MAKE

SETS = """
copy (
    select item_id, worker_id, [label, 'class-' || hash(item_id, worker_id) % 10] as label from '{path}'
) to '{sets}' (format parquet)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--annotations", type=int, default=1_000_000)
    parser.add_argument("--set-annotations", type=int, default=100_000)
    parser.add_argument("--labels-per-item", type=int, nargs="+", default=[2, 3, 5, 10, 30, 100])
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    options = parser.parse_args()
    lines = ["| kind | labels per item | annotations | pairs | seconds | CPU seconds |", "|---|--:|--:|--:|--:|--:|"]
    for kind, annotations in (("category", options.annotations), ("set", options.set_annotations)):
        for labels in options.labels_per_item:
            seconds, cpu = taken(kind, annotations, labels)
            pairs = annotations * (labels - 1) // 2
            lines.append(f"| {kind} | {labels} | {annotations:,} | {pairs:,} | {seconds:.1f} | {cpu:.1f} |")
    print_section("growth", lines, write=options.write)


def taken(kind: str, annotations: int, labels: int) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        path, sets = Path(folder) / "categories.parquet", Path(folder) / "sets.parquet"
        duckdb.execute(MAKE.format(annotations=annotations, labels_per_item=labels, path=path))
        duckdb.execute(SETS.format(path=path, sets=sets))
        start, cpu_start = time.perf_counter(), time.process_time()
        with oakdb.run(sets if kind == "set" else path, kind=kind) as results:
            results.con.execute("create table decided as from oakdb.item_decisions")
            return time.perf_counter() - start, time.process_time() - cpu_start


if __name__ == "__main__":
    main()
