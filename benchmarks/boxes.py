"""20,000 items × 3 labels of 1 to 4 boxes: all that oakdb does, against numpy bitmaps for the pair similarities alone.

    python benchmarks/boxes.py [--items N] [--size N]

oakdb's time is the whole run: exact pair similarities, all methods, all item estimates and decisions. The bitmaps of
size × size give the similarity of the three pairs of each item, no more, in two ways: as it is usually written, with
`.sum()`, and with `np.count_nonzero`, which is faster on truth values. All in one process, one after the other.
Beside the wall clock stands the time of the processors, which tells more on a machine that has other work to do.

Templates are compiled by the first run after an installation and kept from then on, as Python keeps its bytecode: the
first call of this script shows that time apart, and it does not count as oakdb's.
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

import oakdb
from oakdb.project import settings_with_defaults
from oakdb.render import render

Boxes = list[tuple[int, int, int, int]]
Count = Callable[[np.ndarray], int]

COUNTS: dict[str, Count] = {"sum": lambda bitmap: bitmap.sum(), "count_nonzero": np.count_nonzero}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=20_000)
    parser.add_argument("--size", type=int, default=200)
    options = parser.parse_args()
    items = [crowd(np.random.default_rng([7, item]), options.size) for item in range(options.items)]
    frame = as_frame(items)

    start = time.perf_counter()
    render(settings_with_defaults({"kind": "boxes"}))
    compiling = time.perf_counter() - start

    start, work = time.perf_counter(), time.process_time()
    results = oakdb.run(frame, kind="boxes")
    results.relation("item_estimates").create("estimates")
    ours, work = time.perf_counter() - start, time.process_time() - work
    assert results.con.table("estimates").filter("estimated_accuracy is not null").shape[0] == options.items
    mean = results.table("label_pairs")["similarity"].mean()
    results.con.close()

    print(f"{options.items:,} items × 3 labels of 1 to 4 boxes, mean similarity {mean:.6f} by all")
    print(f"{'':50}   wall  processor")
    print(f"{'oakdb: pair similarities, methods, item estimates':50} {ours:6.2f}  {work:6.2f} s", end="")
    print(f"  (templates before that {compiling:.2f} s)")
    for name, count in COUNTS.items():
        start, work = time.perf_counter(), time.process_time()
        by_bitmaps = np.mean([value for item in items for value in bitmap_similarities(item, options.size, count)])
        theirs, work = time.perf_counter() - start, time.process_time() - work
        assert abs(mean - by_bitmaps) < 1e-9, (mean, by_bitmaps)
        print(f"{f'numpy bitmaps, {name}: pair similarities':50} {theirs:6.2f}  {work:6.2f} s", end="")
        print(f"  oakdb takes {ours / theirs:.2f} of that")


def crowd(rng: np.random.Generator, size: int) -> list[Boxes]:
    """Three workers who draw the same one to four boxes, each a little off."""
    truth = []
    for _ in range(rng.integers(1, 5)):
        x, y = rng.integers(0, size - 40, 2)
        width, height = rng.integers(10, 39, 2)
        truth.append(np.array([x, y, x + width, y + height]))
    return [
        [tuple(int(edge) for edge in np.clip(box + rng.integers(-4, 5, 4), 0, size)) for box in truth]  # type: ignore[misc]
        for _ in range(3)
    ]


def as_frame(items: list[list[Boxes]]) -> pd.DataFrame:
    names = ("x1", "y1", "x2", "y2")
    rows: list[tuple[Any, ...]] = [
        (
            f"i{item:06}",
            f"w{(item * 7 + place * 31) % 97:02}",
            json.dumps([dict(zip(names, b, strict=True)) for b in boxes]),
        )
        for item, labels in enumerate(items)
        for place, boxes in enumerate(labels)
    ]
    return pd.DataFrame(rows, columns=["item_id", "worker_id", "label"])


def bitmap_similarities(labels: list[Boxes], size: int, count: Count) -> list[float]:
    bitmaps = np.zeros((len(labels), size, size), dtype=bool)
    for bitmap, boxes in zip(bitmaps, labels, strict=True):
        for x1, y1, x2, y2 in boxes:
            bitmap[y1:y2, x1:x2] = True
    pairs = [(0, 1), (0, 2), (1, 2)]
    return [count(bitmaps[a] & bitmaps[b]) / count(bitmaps[a] | bitmaps[b]) for a, b in pairs]


if __name__ == "__main__":
    main()
