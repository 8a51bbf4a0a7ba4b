"""Labels to types (Similarities, types)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tests.reference.cells import kmeans, nearest
from tests.reference.settings import ALL, Label, Settings


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
    name, _, size = (partition or {"vector": "kmeans(8)"}.get(kind, "own")).rstrip(")").partition("(")
    return name, int(size or 0)


def _point(label: Label) -> tuple[float, ...]:
    return tuple(label) if isinstance(label, tuple) else (label,)


@dataclass(frozen=True)
class Partition:
    """Labels to types, with the learned bounds (Similarities, types)."""

    kind: str
    name: str | None
    x_bounds: Sequence[float] = ()
    y_bounds: Sequence[float] = ()
    centres: Sequence[tuple[float, ...]] = ()

    @classmethod
    def learn(cls, labels: Sequence[Label], settings: Settings) -> Partition:
        """From the labels, for k-means in the order of their hash."""
        x_bounds: list[float] = []
        y_bounds: list[float] = []
        rule, size = _rule(settings.kind, settings.partition)
        if rule == "kmeans":
            centres = kmeans([_point(label) for label in labels], size)
            return cls(settings.kind, settings.partition, centres=centres)
        if rule in ("quantiles", "length"):
            values = labels if rule == "quantiles" else [len(label) for label in labels]
            return cls(settings.kind, settings.partition, ntile_bounds(values, size))
        if settings.kind == "number":
            x_bounds = ntile_bounds(labels, 5)
        elif settings.kind == "text":
            x_bounds = ntile_bounds([len(label) for label in labels], 5)
        elif settings.kind == "keypoint":
            x_bounds = ntile_bounds([x for x, _ in labels], 4)
            y_bounds = ntile_bounds([y for _, y in labels], 2)
        return cls(settings.kind, settings.partition, x_bounds, y_bounds)

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
            return str(_bin(label if rule == "quantiles" else len(label), self.x_bounds))
        if rule == "count":
            return str(min(len(set(label)) if self.kind == "spans" else len(label), size))
        if rule == "first":
            return next(iter(sorted(label) if self.kind == "set" else label), "")
        return "none"

    def _by_kind(self, label: Label) -> str:
        if self.kind == "category":
            return label
        if self.kind == "number":
            return str(_bin(label, self.x_bounds))
        if self.kind == "keypoint":
            return f"{_bin(label[0], self.x_bounds)},{_bin(label[1], self.y_bounds)}"
        if self.kind == "set":
            return next(iter(label)) if len(label) == 1 else "*"
        if self.kind == "path":
            return label[0] if label else ""
        if self.kind == "spans":
            return str(min(len(set(label)), 4))
        if self.kind == "text":
            return str(_bin(len(label), self.x_bounds))
        if self.kind == "mask":
            return str(min(1 + 5 * label.count("1") // len(label), 5))
        if self.kind == "ranking":
            return label[0]
        return str(min(len(label), 8))
