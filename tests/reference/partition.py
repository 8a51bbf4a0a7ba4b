"""Labels to types (Similarities, types)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.reference.cells import kmeans, medoids, most_similar, nearest
from tests.reference.settings import ALL, Label, Measure, Settings

DEFAULTS = {"number": "quantiles(5)", "text": "length(5)", "keypoint": "kmeans(8)", "vector": "kmeans(8)"}


def ntile_bounds(values: Iterable[float], buckets: int) -> list[float]:
    """Largest value of each bucket but the last of SQL's ntile (Similarities, types)."""
    ordered = sorted(values)
    small, longer = divmod(len(ordered), buckets)
    sizes = [small + (k < longer) for k in range(buckets)]
    ends = np.cumsum(sizes)
    return [ordered[end - 1] for end, size in zip(ends[:-1], sizes[:-1], strict=True) if size > 0]


def _bin(x: float, bounds: Sequence[float]) -> int:
    """One more than the number of bounds below x."""
    return 1 + bisect_left(bounds, x)


def _rule(kind: str, partition: str | None) -> tuple[str, int]:
    """The name of the rule and the number in its brackets."""
    name, _, size = (partition or DEFAULTS.get(kind, "own")).rstrip(")").partition("(")
    return name, int(size or 0)


def _point(label: Label) -> tuple[float, ...]:
    return tuple(label) if isinstance(label, tuple) else (label,)


@dataclass(frozen=True)
class Partition:
    """Labels to types, with what was learned (Similarities, types)."""

    kind: str
    name: str | None
    measure: Measure
    bounds: Sequence[float] = ()
    centres: Sequence[tuple[float, ...]] = ()
    medoids: Sequence[Label] = ()

    @classmethod
    def learn(cls, labels: Sequence[Label], settings: Settings, measure: Measure) -> Partition:
        """From the labels in sample order."""
        rule, size = _rule(settings.kind, settings.partition)
        learned: dict[str, Sequence[Any]] = {}
        if rule == "kmeans":
            learned["centres"] = kmeans([_point(label) for label in labels], size)
        elif rule == "cluster":
            learned["medoids"] = medoids(labels, size, measure)
        elif rule in ("quantiles", "length"):
            learned["bounds"] = ntile_bounds(labels if rule == "quantiles" else [len(label) for label in labels], size)
        return cls(settings.kind, settings.partition, measure, **learned)

    def __call__(self, label: Label) -> str:
        found = self._type(label)
        return f"{ALL} (type)" if found == ALL else found

    def _type(self, label: Label) -> str:
        rule, size = _rule(self.kind, self.name)
        return self._by_kind(label) if rule == "own" else self._by_rule(rule, size, label)

    def _by_rule(self, rule: str, size: int, label: Label) -> str:
        if rule == "kmeans":
            return str(nearest(self.centres, _point(label)) or "null")
        if rule in ("quantiles", "length"):
            return str(_bin(label if rule == "quantiles" else len(label), self.bounds))
        if rule == "cluster":
            return str(most_similar(self.medoids, label, self.measure))
        if rule == "count":
            return str(min(len(set(label)) if self.kind == "spans" else len(label), size))
        if rule == "first":
            return next(iter(sorted(label) if self.kind == "set" else label), "")
        return "none"

    def _by_kind(self, label: Label) -> str:
        if self.kind == "category":
            return label
        if self.kind == "set":
            return next(iter(label)) if len(label) == 1 else "*"
        if self.kind == "path":
            return label[0] if label else ""
        if self.kind == "spans":
            return str(min(len(set(label)), 4))
        if self.kind == "mask":
            return str(min(1 + 5 * label.count("1") // len(label), 5))
        if self.kind == "ranking":
            return label[0]
        return str(min(len(label), 8))
