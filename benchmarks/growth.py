"""From 2 to 100 labels per item at the same number of annotations: what does oakdb take?

    python -m benchmarks.growth [--annotations N] [--labels-per-item N …] [--write]

Categories are counted, so that their time must not grow with the pairs, of which there are more and more. CPU seconds
are those of all threads, from parquet to all items decided.
"""

import argparse
import tempfile
import time
from pathlib import Path

import duckdb

import oakdb
from benchmarks.printed import print_section
from benchmarks.speed import MAKE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--annotations", type=int, default=1_000_000)
    parser.add_argument("--labels-per-item", type=int, nargs="+", default=[2, 3, 5, 10, 30, 100])
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    options = parser.parse_args()
    lines = ["| labels per item | annotations | pairs | seconds | CPU seconds |", "|--:|--:|--:|--:|--:|"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "annotations.parquet"
        for labels in options.labels_per_item:
            duckdb.execute(MAKE.format(annotations=options.annotations, labels_per_item=labels, path=path))
            start, cpu_start = time.perf_counter(), time.process_time()
            with oakdb.run(path, kind="category") as results:
                results.con.execute("create table decided as from oakdb.item_decisions")
                seconds, cpu = time.perf_counter() - start, time.process_time() - cpu_start
            pairs = options.annotations * (labels - 1) // 2
            lines.append(f"| {labels} | {options.annotations:,} | {pairs:,} | {seconds:.1f} | {cpu:.1f} |")
    print_section("growth", lines, write=options.write)


if __name__ == "__main__":
    main()
