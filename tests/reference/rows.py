"""Labels with everything that is said of them by others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.reference.arithmetic import _md5
from tests.reference.partition import Partition
from tests.reference.settings import Item, Label, Measure, Worker
from tests.reference.similarities import _by_item


@dataclass(frozen=True)
class _Row:
    """A label with everything that is said of it by others."""

    item: Item
    worker: Worker
    label: Label
    type: str
    position: int
    pairs: list[float]
    """Similarities to the other labels of the item."""
    audit: float | None
    """Similarity to the truth, None where not audited."""


def _positions(
    annotations: Sequence[tuple[Item, Worker, Label]], times: dict[tuple[Item, Worker], float] | None
) -> dict[tuple[Item, Worker], int]:
    """Arrival order within the item (Input)."""

    def order(item: Item, worker: Worker) -> tuple:
        if times is None:
            return (_md5(f"{item}|{worker}"), worker)
        time = times.get((item, worker))
        return (time is None, 0 if time is None else time, worker)

    positions = {}
    for item, group in _by_item(annotations).items():
        for position, worker in enumerate(sorted((w for w, _ in group), key=lambda w: order(item, w)), start=1):
            positions[item, worker] = position
    return positions


def _sample_order(
    annotations: Sequence[tuple[Item, Worker, Label]], times: dict[tuple[Item, Worker], float] | None
) -> dict[tuple[Item, Worker], tuple]:
    """The order of sampling: by hash of the names or, where times are known, of the number of arrival."""
    named = sorted((item, worker) for item, worker, _ in annotations)
    if times is None:
        return {key: (_md5("|".join(key)), key) for key in named}
    arrived = sorted(named, key=lambda key: (key not in times, times.get(key, 0)))
    return {key: (_md5(str(number)), key) for number, key in enumerate(arrived, start=1)}


def _rows(
    annotations: Sequence[tuple[Item, Worker, Label]],
    audits: dict[Item, Label],
    positions: dict[tuple[Item, Worker], int],
    partition: Partition,
    measure: Measure,
) -> list[_Row]:
    """The labels with their similarities to each other and to the truth (Learning)."""
    groups = _by_item(annotations)
    rows = []
    for item, worker, label in annotations:
        truth = audits.get(item)
        rows.append(
            _Row(
                item=item,
                worker=worker,
                label=label,
                type=partition(label),
                position=positions[item, worker],
                pairs=[measure(label, other) for who, other in groups[item] if who != worker],
                audit=None if truth is None else measure(label, truth),
            )
        )
    return rows


def _group(rows: Iterable[_Row], key: Callable[[_Row], Hashable]) -> dict[Any, list[_Row]]:
    groups: dict[Any, list[_Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return dict(groups)


def _pairs(rows: Iterable[_Row]) -> list[float]:
    return [s for row in rows for s in row.pairs]


def _audits(rows: Iterable[_Row]) -> list[float]:
    return [row.audit for row in rows if row.audit is not None]
