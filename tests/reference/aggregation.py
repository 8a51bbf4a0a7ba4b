"""From labels to the answer of an item (Aggregating)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from tests.reference.arithmetic import _clip, _exact_weighted_mean, _logit, _more_than_half, _rounded
from tests.reference.lines import majority_bits
from tests.reference.settings import Label
from tests.reference.similarities import _Grid


def _plurality(votes: Iterable[tuple[str, float]]) -> tuple[str, float]:
    """The choice with the largest total weight, then the smaller text, and its total (Aggregating)."""
    totals: dict[str, list[float]] = defaultdict(list)
    for choice, weight in votes:
        totals[choice].append(weight)
    return min(((c, _rounded(math.fsum(w))) for c, w in totals.items()), key=lambda pair: (-pair[1], pair[0]))


def _aggregate_set(labels: Sequence[Label], weights: Sequence[float]) -> frozenset[str]:
    """The elements with more than half of the weight (Aggregating)."""
    total = math.fsum(weights)
    return frozenset(
        element
        for element in set().union(*labels)
        if _more_than_half(math.fsum(w for label, w in zip(labels, weights, strict=True) if element in label), total)
    )


def _aggregate_path(labels: Sequence[Label], weights: Sequence[float]) -> tuple[str, ...]:
    """From the root, the heaviest child, until "stop here" weighs as much (Aggregating)."""
    node: tuple[str, ...] = ()
    while True:
        depth = len(node)
        here = [(tuple(label), w) for label, w in zip(labels, weights, strict=True) if tuple(label[:depth]) == node]
        further = [(label[depth], w) for label, w in here if len(label) > depth]
        if not further:
            return node
        child, weight = _plurality(further)
        ending = [w for label, w in here if label == node]
        if node and ending and _rounded(math.fsum(ending)) >= weight:
            return node
        node = (*node, child)


def _aggregate_boxes(labels: Sequence[Label], weights: Sequence[float]) -> list[tuple[float, float, float, float]]:
    """The region covered by more than half of the weight, as disjoint rectangles (Aggregating)."""
    grid = _Grid(labels)
    weight = np.zeros(grid.areas.shape)
    for label, w in zip(labels, weights, strict=True):
        weight += w * grid.mask(label)
    return grid.rectangles(_more_than_half(weight, math.fsum(weights)))


def _aggregate_vector(labels: Sequence[Label], weights: Sequence[float]) -> tuple[float, ...]:
    """The weighted mean of the vectors of the dimension with the largest weight, then the smaller (Aggregating)."""
    size = min(
        {len(label) for label in labels},
        key=lambda n: (-_rounded(math.fsum(w for x, w in zip(labels, weights, strict=True) if len(x) == n)), n),
    )
    kept = [(x, w) for x, w in zip(labels, weights, strict=True) if len(x) == size]
    return tuple(_exact_weighted_mean(axis, [w for _, w in kept]) for axis in zip(*(x for x, _ in kept), strict=True))


def weighted_median(labels: Sequence[float], weights: Sequence[float]) -> float:
    """The smallest label at which at least half of the weight is reached (Aggregating)."""
    half = math.fsum(weights) * (0.5 - 1e-9)
    ordered = sorted(zip(labels, weights, strict=True))
    return next(x for i, (x, _) in enumerate(ordered) if math.fsum(w for _, w in ordered[: i + 1]) >= half)


def aggregate(kind: str, labels: Sequence[Label], weights: Sequence[float]) -> Label:
    """The weighted aggregate of an item's labels (Aggregating)."""
    if kind == "category":
        return _plurality(zip(labels, weights, strict=True))[0]
    if kind == "number":
        return _exact_weighted_mean(labels, weights)
    if kind == "keypoint":
        return tuple(_exact_weighted_mean(axis, weights) for axis in zip(*labels, strict=True))
    if kind == "set":
        return _aggregate_set(labels, weights)
    if kind == "path":
        return _aggregate_path(labels, weights)
    if kind == "mask":
        return majority_bits(labels, weights)
    if kind == "vector":
        return _aggregate_vector(labels, weights)
    return _aggregate_boxes(labels, weights)


def label_weight(scheme: str, estimate: float | None, base_rate: float | None) -> float:
    """The weight of a label from its estimate (Aggregating)."""
    if estimate is None or scheme == "uniform":
        return 1.0
    if scheme == "linear":
        return max(estimate, 1e-12)
    if scheme == "cubed":
        return max(estimate**3, 1e-12)
    return max(_logit(_clip(estimate, 0.02, 0.98)) - _logit(_clip(base_rate or 0.0, 0.02, 0.98)), 0.01)
