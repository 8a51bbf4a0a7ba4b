"""One trial of the experiment, and what it measures (Evaluation).

Readings: an item is in the training part if the first 32 bits of md5(item|seed), as a share, are below the train share;
it is audited if those of md5(audit|item|seed) are below the audit share. A contender that estimates nothing says the
same of all items. Parity is looked for among the points of the curve; where it is never reached, nothing is saved. The
correlation counts a (worker, type) with its labels; bins of the calibration error are made of single labels.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tests.reference.arithmetic import _md5
from tests.reference.model import Model, learn
from tests.reference.settings import CROWD_MODELS, METHODS, Item, Label, Settings, Worker

CONTENDERS = {  # name: whose estimate, aggregation, weights
    "OAK-Weight": ("oak", "weighted", "linear"),
    "OAK-BAU": ("oak", "bau", None),
    "POAK-Weight": ("poak", "weighted", "linear"),
    "POAK-BAU": ("poak", "bau", None),
    "POAKi": ("poaki", "weighted", "linear"),
    "POAK+IRT": ("poak_irt", "weighted", "linear"),
    "HOAK-Weight": ("hoak", "weighted", "linear"),
    "SAD": (None, "sad", None),
    "Uniform": (None, "weighted", "uniform"),
}
CATEGORY_CONTENDERS = {
    "Dawid-Skene": ("dawid_skene", "posterior", None),
    "One-Coin": ("one_coin", "posterior", None),
}


def contenders(kind: str) -> dict[str, tuple[str | None, str, str | None]]:
    return CONTENDERS | (CATEGORY_CONTENDERS if kind == "category" else {})


@dataclass(frozen=True)
class Answered:
    """A test item under one contender."""

    n_labels: int
    estimate: float
    first: float
    all: float


def curve(items: Sequence[Answered]) -> list[tuple[float, float]]:
    """Cost and accuracy for every threshold, from the one that nobody reaches."""
    available = sum(item.n_labels for item in items)
    points = []
    for threshold in [math.inf, *sorted({item.estimate for item in items}, reverse=True)]:
        stops = [item.estimate >= threshold for item in items]
        used = sum(1 if stop else item.n_labels for item, stop in zip(items, stops, strict=True))
        right = math.fsum(item.first if stop else item.all for item, stop in zip(items, stops, strict=True))
        points.append((used / available, right / len(items)))
    return points


def area(points: Sequence[tuple[float, float]]) -> float:
    """Trapezoids."""
    ordered = sorted(points)
    return math.fsum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(ordered))


def rauc(points: Sequence[tuple[float, float]], baseline: Sequence[tuple[float, float]]) -> float:
    ends = [min(baseline), max(baseline)]
    return (area(points) - area(ends)) / area(ends)


def saving(points: Sequence[tuple[float, float]], baseline: Sequence[tuple[float, float]]) -> float:
    reached = [cost for cost, accuracy in points if accuracy >= max(baseline)[1] - 1e-12]
    return 1 - min(reached) if reached else 0.0


def share(text: str, seed: int) -> float:
    return int(_md5(f"{text}|{seed}")[:8], 16) / 2**32


def trial(
    annotations: Sequence[tuple[Item, Worker, Label]],
    truth: dict[Item, Label],
    settings: Settings,
    *,
    seed: int,
    train_share: float,
    audit_share: float,
    labels_per_item: int,
    calibrated: bool,
    times: dict[tuple[Item, Worker], float] | None = None,
) -> dict[str, dict[str, float | None]]:
    """RAUC, saving, accuracy of all labels, correlation and calibration error of every contender."""
    whole = learn(annotations, {}, settings, times)
    items: dict[Item, list[tuple[Worker, Label]]] = defaultdict(list)
    order = {(i, w): (_md5(f"{i}|{w}|{seed}") if times is None else times[i, w], w) for i, w, _ in annotations}
    for item, worker, label in sorted(annotations, key=lambda row: order[row[0], row[1]]):
        if len(items[item]) < labels_per_item:
            items[item].append((worker, label))
    train = {item for item in items if share(item, seed) < train_share}
    audits = {
        item: truth[item]
        for item in train
        if calibrated and item in truth and share(f"audit|{item}", seed) < audit_share
    }
    crowd_models = CROWD_MODELS if settings.kind == "category" else ()
    model = learn([(i, w, x) for i in train for w, x in items[i]], audits, settings, times, whole, crowd_models)
    test = {i: labels for i, labels in items.items() if i not in train and len(labels) > 1 and i in truth}
    curves, ends = {}, {}
    tried = contenders(settings.kind)
    for name, contender in tried.items():
        curves[name] = curve([_answered(model, labels, truth[item], contender) for item, labels in test.items()])
        ends[name] = max(curves[name])[1]
    quality = {method: _quality(model, test, truth, method) for method in (*METHODS, *crowd_models)}
    return {
        name: {
            "rauc_mean": 100 * rauc(points, curves["Uniform"]),
            "saving_at_parity": saving(points, curves["Uniform"]),
            "accuracy_all": ends[name],
            **quality.get(tried[name][0], {"correlation": None, "ece": None, "coverage": None}),
        }
        for name, points in curves.items()
    }


def _answered(
    model: Model,
    labels: list[tuple[Worker, Label]],
    truth: Label,
    contender: tuple[str | None, str, str | None],
) -> Answered:
    estimator, aggregation, weights = contender
    estimates = [model.estimate(w, model.partition(x), x)[estimator] if estimator else None for w, x in labels]
    chosen = {"aggregation": aggregation, "weights": weights or "linear"}
    if aggregation == "posterior":  # where it knows no class, a plain vote
        chosen = {"method": estimator, "aggregation": "weighted", "weights": "uniform"}
    model = replace(model, settings=replace(model.settings, **chosen))
    answer = model._choose([w for w, _ in labels], [x for _, x in labels], estimates)
    return Answered(
        len(labels), round(estimates[0] or 0.0, 12), model.measure(labels[0][1], truth), model.measure(answer, truth)
    )


def _quality(
    model: Model, test: dict[Item, list[tuple[Worker, Label]]], truth: dict[Item, Label], method: str
) -> dict[str, float | None]:
    """Correlation over (worker, type), and the calibration error over ten bins of labels."""
    seen = []
    for item, labels in test.items():
        for worker, label in labels:
            type_ = model.partition(label)
            estimate = model.estimate(worker, type_, label)[method]
            if estimate is not None:
                seen.append((estimate, item, worker, type_, model.measure(label, truth[item])))
    if not seen:
        return {"correlation": None, "ece": None, "coverage": None}
    cells = defaultdict(list)
    for estimate, _, worker, type_, accuracy in seen:
        cells[worker, type_].append((estimate, accuracy))
    n = [len(cell) for cell in cells.values()]
    x = [math.fsum(e for e, _ in cell) / len(cell) for cell in cells.values()]
    y = [math.fsum(a for _, a in cell) / len(cell) for cell in cells.values()]
    mean_x, mean_y = (math.fsum(k * v for k, v in zip(n, values, strict=True)) / sum(n) for values in (x, y))
    moments = [
        math.fsum(k * (u - mean_x) ** p * (v - mean_y) ** q for k, u, v in zip(n, x, y, strict=True))
        for p, q in ((1, 1), (2, 0), (0, 2))
    ]
    spread = math.sqrt(moments[1] * moments[2])
    ordered = sorted(seen, key=lambda row: (round(row[0], 12), *row[1:]))
    small, longer = divmod(len(ordered), 10)
    error, start = 0.0, 0
    for bin_ in range(10):
        stop = start + small + (bin_ < longer)
        error += abs(math.fsum(row[0] - row[4] for row in ordered[start:stop]))
        start = stop
    covered = []
    for (worker, type_), estimated, actual, count in zip(cells, x, y, n, strict=True):
        chance = model.spread.dispersion * estimated * (1 - estimated) / count
        reach = 1.959964 * math.sqrt(model.spread.cell(worker, type_, estimated) + chance)
        covered.append(abs(actual - estimated) <= reach)
    return {
        "correlation": moments[0] / spread if spread else None,
        "ece": error / len(ordered),
        "coverage": sum(covered) / len(covered),
    }
