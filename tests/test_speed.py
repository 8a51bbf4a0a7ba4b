"""Speed, as ratios of processor time within one process: what the machine does to both sides cancels out."""

import time
from collections.abc import Callable
from pathlib import Path

import duckdb

import oakdb
from benchmarks.live import KNOWN_ITEMS
from benchmarks.speed import MAKE

FEW, MANY = 20_000, 200_000


def test_a_label_costs_a_small_multiple_of_numbering_it(tmp_path: Path) -> None:
    """The least that the method must do is to number the labels of each item."""
    assert added_cost(decided, tmp_path) < 25 * added_cost(numbered, tmp_path)  # 11 times when this was written


def test_categories_cost_the_same_with_many_labels_per_item(tmp_path: Path) -> None:
    few, many = (cpu_seconds(decided, made(tmp_path, MANY, labels)) for labels in (2, 50))
    assert many < 1.5 * few  # 49 times as many pairs, and 1.1 times the cost when this was written


def test_an_item_is_found_without_reading_the_others(tmp_path: Path) -> None:
    """The filter reaches the annotations, below every window and group."""
    with oakdb.run(made(tmp_path, MANY, 3), kind="category") as results:
        one = cpu_seconds(lambda item: results.of_item("item_decisions", item).fetchall(), "item-000000077")
        everything = cpu_seconds(lambda name: results.relation(name).count("*").fetchall(), "item_decisions")
    assert one < everything / 3  # an eighth when this was written, most of it planning


def test_learning_from_more_labels_costs_a_part_of_learning_from_all(tmp_path: Path) -> None:
    path, batch = made(tmp_path, MANY, 3), tmp_path / "batch.parquet"
    duckdb.execute(KNOWN_ITEMS.format(path=path, batch=batch, labels=MANY // 100))
    everything = cpu_seconds(decided, path)
    with oakdb.run(path, kind="category") as task:
        more = cpu_seconds(lambda given: oakdb.add(given, task, learn=True), batch)
    assert more < everything * 0.8  # 0.5 when this was written, most of it planning


def added_cost(work: Callable[[Path], object], folder: Path) -> float:
    """What more labels add, so that what is the same for all sizes does not count."""
    return cpu_seconds(work, made(folder, MANY, 3)) - cpu_seconds(work, made(folder, FEW, 3))


def cpu_seconds(work: Callable[..., object], given: object) -> float:
    taken = []
    for _ in range(3):
        start = time.process_time()
        work(given)
        taken.append(time.process_time() - start)
    return min(taken)


def made(folder: Path, annotations: int, labels_per_item: int) -> Path:
    path = folder / f"{annotations}_{labels_per_item}.parquet"
    duckdb.execute(MAKE.format(annotations=annotations, labels_per_item=labels_per_item, path=path))
    return path


def decided(path: Path) -> None:
    with oakdb.run(path, kind="category") as results:
        results.con.execute("create table decided as from oakdb.item_decisions")


def numbered(path: Path) -> None:
    with duckdb.connect() as con:
        number = "row_number() over (partition by item_id order by worker_id)"
        con.execute(f"create table numbered as select *, {number} from '{path}'")
