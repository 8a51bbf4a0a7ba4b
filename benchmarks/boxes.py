"""20,000 items × 3 labels of 1 to 4 boxes: all that oakdb does, against numpy bitmaps for the pair similarities alone.

    python benchmarks/boxes.py [--items N] [--size N] [--rounds N]

oakdb's time is the whole run: exact pair similarities, all methods, all item estimates and decisions. The bitmaps of
size × size give the similarity of the three pairs of each item, no more, in two ways: as it is usually written, with
`.sum()`, and with `np.count_nonzero`, which is faster on truth values. All in one process, one after the other, in
several rounds: printed is the best of each, by the wall clock and by the time of the processors, which tells more on a
machine that has other work to do.

Templates are compiled by the first run after an installation and kept from then on, as Python keeps its bytecode: the
first call of this script shows that time apart, and it does not count as oakdb's.
"""

import argparse
import json
import time
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

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
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    items = [crowd(np.random.default_rng([7, item]), options.size) for item in range(options.items)]
    frame = as_frame(items)

    start = time.perf_counter()
    render(settings_with_defaults({"kind": "boxes"}))
    compiling = time.perf_counter() - start

    ours = "oakdb: pair similarities, methods, item estimates"
    contenders: dict[str, Callable[[], float]] = {ours: lambda: oakdb_similarity(frame)}
    for name, count in COUNTS.items():
        contenders[f"numpy bitmaps, {name}: pair similarities"] = partial(bitmap_similarity, items, options.size, count)
    rounds = [{name: timed(contender) for name, contender in contenders.items()} for _ in range(options.rounds)]
    means = {taken.mean for taken in chain.from_iterable(one.values() for one in rounds)}
    assert max(means) - min(means) < 1e-9, means

    print(f"{options.items:,} items × 3 labels of 1 to 4 boxes, mean similarity {min(means):.6f} by all")
    print(f"best of {options.rounds} rounds; templates before that {compiling:.2f} s")
    print(f"{'':50}   wall  processor")
    wall = {name: min(one[name].wall for one in rounds) for name in contenders}
    for name in contenders:
        work = min(one[name].work for one in rounds)
        print(f"{name:50} {wall[name]:6.2f}  {work:6.2f} s", end="")
        print("" if name == ours else f"  oakdb takes {wall[ours] / wall[name]:.2f} of that")


class Taken(NamedTuple):
    """What a contender found, and the seconds of the clock and of the processors that it took."""

    mean: float
    wall: float
    work: float


def timed(contender: Callable[[], float]) -> Taken:
    start, work = time.perf_counter(), time.process_time()
    mean = contender()
    return Taken(mean, time.perf_counter() - start, time.process_time() - work)


def oakdb_similarity(frame: pd.DataFrame) -> float:
    results = oakdb.run(frame, kind="boxes")
    results.relation("item_estimates").create("estimates")
    ((n_items,),) = results.con.sql("select count(estimated_accuracy) from estimates").fetchall()
    ((mean,),) = results.relation("label_pairs").mean("similarity").fetchall()
    results.con.close()
    assert n_items == frame["item_id"].nunique()
    return float(mean)


def bitmap_similarity(items: list[list[Boxes]], size: int, count: Count) -> float:
    return float(np.mean([value for item in items for value in bitmap_similarities(item, size, count)]))


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
