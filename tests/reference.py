"""Plain reference implementation of docs/method.md, to check the SQL against.

Slow, small and written from the page alone. None stands for null. Shapes of labels: category str, number float,
keypoint (x, y), set frozenset of str, path tuple of str (root first), boxes sequence of (x1, y1, x2, y2).

Readings
--------
Where the page leaves room, the most literal reading was taken:

- Positions: with times, a label without a time comes after those that have one.
- A null label or null audit is left out. Audits of items nobody labelled are left out.
- A type with too little for a line of its own has the source `overall`, or `identity` where the overall line is that.
- A seen type whose mean competence is undefined counts, for an unknown worker, as never seen: P is the overall mean.
- IRT: "unknown type" is a type without any fitted cell, "unknown worker" one without a fitted cell. The base rate in
  `irt_types` is the one used in the fit (after the fallback). Abilities are those after the last step 3, not
  standardised again. At least one step is needed.
- hoak: pairs are counted from both sides, so an unordered pair is in two cells, and overall twice.
- hoak: "where audited" governs type levels and line; type offsets and worker offsets are computed whenever there
  are audited labels, with fewer than five of them from the residuals to the identity.
- hoak: types, workers and cells without audited labels (or pairs) have offset (or effect) 0 and take no part in G;
  the "fewer than 3 cells" rule counts the taking part. For the worker offsets, fewer than 4 workers gives 50.
- hoak: when there are no pairs at all the overall mean is None and so is every hoak estimate, audits or not.
- The tie on estimates for the closest worker uses the label's own estimate (own type); None counts as 0.
- A None estimate gives weight 1 under every weighting.
- "More than half" is taken on the sums as they are, not rounded.
- Weighted means of numbers are computed in exact rational arithmetic and rounded once, so equal labels give themselves.
- The region of a label is the union of its boxes; a box with x2 <= x1 or y2 <= y1 covers nothing but is counted in
  the type. "Empty" in the similarity of boxes means that nothing is covered.
- An empty path has type ''; it is similar to another empty path only. It has no vote, unless all paths are empty.
- Decision points beyond `max_labels` have a row with no audits and zeros. `answer` never shortens its input, and
  nothing else in learning looks at `max_labels`.
"""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

Label = Any
Worker = str
Item = str
Cell = tuple[str, str]
Record = dict[str, Any]
Measure = Callable[[Label, Label], float]

ALL = "*all*"
SIMILARITIES = {
    "category": ("hamming",),
    "number": ("gaussian", "linear"),
    "keypoint": ("gaussian", "linear"),
    "set": ("jaccard", "dice", "overlap"),
    "path": ("hierarchical",),
    "boxes": ("jaccard", "dice", "overlap"),
}
METHODS = ("oak", "poak", "poaki", "poak_irt", "hoak")
AGGREGATIONS = ("weighted", "sad", "bau")
WEIGHTS = ("linear", "cubed", "log_odds", "uniform")


@dataclass(frozen=True)
class Settings:
    """The settings that change numbers."""

    kind: str = "category"
    similarity: str | None = None
    scale: float | None = None
    partition: str | None = None
    method: str = "poak_irt"
    gamma: float = 10.0
    audit_weight: float = 2.0
    irt_steps: int = 8
    aggregation: str = "weighted"
    weights: str | None = None
    max_labels: int | None = None

    def __post_init__(self) -> None:
        _check("kind", self.kind, SIMILARITIES)
        _check("similarity", self.similarity, (None, *SIMILARITIES[self.kind]))
        _check("partition", self.partition, (None, "none"))
        _check("method", self.method, METHODS)
        _check("aggregation", self.aggregation, AGGREGATIONS)
        _check("weights", self.weights, (None, *WEIGHTS))
        if self.irt_steps < 1:
            raise ValueError("irt_steps must be at least 1")


def _check(name: str, value: Any, known: Iterable[Any]) -> None:
    """Refuse a value that is not known."""
    if value not in tuple(known):
        raise ValueError(f"unknown {name} {value!r}; known: {list(known)}")


# ---------------------------------------------------------------------------------------------------------- arithmetic


def _clip(x: float, lo: float, hi: float) -> float:
    return min(max(x, lo), hi)


def _logit(p: float) -> float:
    return math.log(p / (1 - p))


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if len(values) else None


def _variance(values: Sequence[float]) -> float:
    """Population variance."""
    centre = _mean(values)
    return math.fsum((x - centre) ** 2 for x in values) / len(values)


def _weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return math.fsum(w * x for w, x in zip(weights, values, strict=True)) / math.fsum(weights)


def _exact_weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Weighted mean, rounded once."""
    total = sum(Fraction(w) for w in weights)
    return float(sum(Fraction(w) * Fraction(x) for w, x in zip(weights, values, strict=True)) / total)


def _rounded(x: float | None) -> float:
    """A value as it is compared when choosing: 12 decimals, None as 0."""
    return round(x or 0.0, 12)


def _md5(item: Item, worker: Worker) -> str:
    return hashlib.md5(f"{item}|{worker}".encode()).hexdigest()


# -------------------------------------------------------------------------------------------------------- similarities


def _distance(kind: str, a: Label, b: Label) -> float:
    """Distance of two numbers or keypoints (Similarities, types)."""
    return abs(a - b) if kind == "number" else math.hypot(a[0] - b[0], a[1] - b[1])


def _shares(name: str, a: float, b: float, both: float) -> float:
    """Jaccard, Dice or overlap from the sizes of two sets and of what they share (Similarities, types)."""
    if a == 0 and b == 0:
        return 1.0
    if a == 0 or b == 0:
        return 0.0
    below = {"jaccard": a + b - both, "dice": (a + b) / 2, "overlap": min(a, b)}[name]
    return _clip(both / below, 0.0, 1.0)


def _hierarchical(a: Sequence[str], b: Sequence[str]) -> float:
    """Similarity of two paths (Similarities, types)."""
    if tuple(a) == tuple(b):
        return 1.0
    shared = 0
    while shared < min(len(a), len(b)) and a[shared] == b[shared]:
        shared += 1
    if shared == 0:
        return 0.0
    return 0.5 + 0.5 * (shared - 1) / (max(len(a), len(b)) - 1)


class _Grid:
    """The plane cut at every edge of the given boxes: regions become masks of cells (Similarities, types)."""

    def __init__(self, regions: Sequence[Sequence[Sequence[float]]]) -> None:
        boxes = [box for region in regions for box in region]
        self.x = np.array(sorted({float(v) for box in boxes for v in (box[0], box[2])}) or [0.0])
        self.y = np.array(sorted({float(v) for box in boxes for v in (box[1], box[3])}) or [0.0])
        self.areas = np.outer(np.diff(self.x), np.diff(self.y))

    def mask(self, region: Sequence[Sequence[float]]) -> np.ndarray:
        """The cells covered by any of the boxes."""
        covered = np.zeros(self.areas.shape, dtype=bool)
        for x1, y1, x2, y2 in region:
            in_x = (self.x[:-1] >= x1) & (self.x[1:] <= x2)
            in_y = (self.y[:-1] >= y1) & (self.y[1:] <= y2)
            covered |= np.outer(in_x, in_y)
        return covered

    def area(self, mask: np.ndarray) -> float:
        return math.fsum(self.areas[mask])

    def rectangles(self, mask: np.ndarray) -> list[tuple[float, float, float, float]]:
        """Disjoint rectangles making up the mask: runs of cells along y."""
        found = []
        for i, column in enumerate(mask):
            start = None
            for j, inside in enumerate([*column, False]):
                if inside and start is None:
                    start = j
                if not inside and start is not None:
                    found.append((*map(float, (self.x[i], self.y[start], self.x[i + 1], self.y[j])),))
                    start = None
        return found


def _region_similarity(name: str, a: Label, b: Label) -> float:
    """Similarity of the regions covered by two lists of boxes (Similarities, types)."""
    grid = _Grid([a, b])
    in_a, in_b = grid.mask(a), grid.mask(b)
    return _shares(name, grid.area(in_a), grid.area(in_b), grid.area(in_a & in_b))


def similarity(kind: str, name: str | None, a: Label, b: Label, scale: float | None = None) -> float:
    """Similarity of two labels in [0, 1] (Similarities, types); no name: the default of the kind; no scale: 1."""
    _check("kind", kind, SIMILARITIES)
    name = name or SIMILARITIES[kind][0]
    _check("similarity", name, SIMILARITIES[kind])
    if kind == "category":
        return float(a == b)
    if kind in ("number", "keypoint"):
        ratio = _distance(kind, a, b) / (1.0 if scale is None else scale)
        return math.exp(-ratio * ratio / 2) if name == "gaussian" else max(1 - ratio, 0.0)
    if kind == "set":
        return _shares(name, len(set(a)), len(set(b)), len(set(a) & set(b)))
    if kind == "path":
        return _hierarchical(a, b)
    return _region_similarity(name, a, b)


def default_scale(annotations: Sequence[tuple[Item, Worker, Label]], settings: Settings) -> float | None:
    """The scale where none is set (Similarities, types)."""
    kind = settings.kind
    if kind not in ("number", "keypoint"):
        return None
    if (settings.similarity or SIMILARITIES[kind][0]) == "linear":
        labels = np.array([np.atleast_1d(label) for _, _, label in annotations], dtype=float)
        span = math.hypot(*np.ptp(labels, axis=0)) if len(labels) else 0.0
        return span if span > 0 else 1.0
    distances = [
        _distance(kind, a, b) for group in _by_item(annotations).values() for (_, a), (_, b) in combinations(group, 2)
    ]
    distances = [d for d in distances if d != 0]
    return float(np.median(distances)) if distances else 1.0


def _by_item(annotations: Iterable[tuple[Item, Worker, Label]]) -> dict[Item, list[tuple[Worker, Label]]]:
    groups: dict[Item, list[tuple[Worker, Label]]] = defaultdict(list)
    for item, worker, label in annotations:
        groups[item].append((worker, label))
    return groups


def _measure(annotations: Sequence[tuple[Item, Worker, Label]], settings: Settings) -> Measure:
    """The similarity of two labels under the settings."""
    scale = settings.scale if settings.scale is not None else default_scale(annotations, settings)
    return lambda a, b: similarity(settings.kind, settings.similarity, a, b, scale)


def label_pairs(
    annotations: Sequence[tuple[Item, Worker, Label]], settings: Settings
) -> dict[tuple[Item, Worker, Worker], float]:
    """Similarity per (item, worker_a < worker_b) (Learning)."""
    annotations = [row for row in annotations if row[2] is not None]
    measure = _measure(annotations, settings)
    return {
        (item, a, b): measure(x, y)
        for item, group in _by_item(annotations).items()
        for (a, x), (b, y) in combinations(sorted(group, key=lambda pair: pair[0]), 2)
    }


# --------------------------------------------------------------------------------------------------------------- types


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


@dataclass(frozen=True)
class Partition:
    """Labels to types, with the learned bounds (Similarities, types)."""

    kind: str
    name: str | None
    x_bounds: Sequence[float] = ()
    y_bounds: Sequence[float] = ()

    @classmethod
    def learn(cls, labels: Sequence[Label], settings: Settings) -> Partition:
        x_bounds: list[float] = []
        y_bounds: list[float] = []
        if settings.kind == "number":
            x_bounds = ntile_bounds(labels, 5)
        elif settings.kind == "keypoint":
            x_bounds = ntile_bounds([x for x, _ in labels], 4)
            y_bounds = ntile_bounds([y for _, y in labels], 2)
        return cls(settings.kind, settings.partition, x_bounds, y_bounds)

    def __call__(self, label: Label) -> str:
        found = self._type(label)
        return f"{ALL} (type)" if found == ALL else found

    def _type(self, label: Label) -> str:
        if self.name == "none":
            return "none"
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
        return str(min(len(label), 8))


# ----------------------------------------------------------------------------------------------------- labels in detail


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
            return (_md5(item, worker), worker)
        time = times.get((item, worker))
        return (time is None, 0 if time is None else time, worker)

    positions = {}
    for item, group in _by_item(annotations).items():
        for position, worker in enumerate(sorted((w for w, _ in group), key=lambda w: order(item, w)), start=1):
            positions[item, worker] = position
    return positions


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


# ------------------------------------------------------------------------------------------------------------ learning


def _evidence(rows: Sequence[_Row], audit_weight: float) -> Record:
    """Counts and means of one worker's labels (Learning)."""
    pairs, audits = _pairs(rows), _audits(rows)
    return {
        "n_labels": len(rows),
        "n_pairs": len(pairs),
        "mean_similarity": _mean(pairs),
        "n_audits": len(audits),
        "audit_accuracy": _mean(audits),
        "weight": len(pairs) + audit_weight * len(audits),
    }


def _fit_line(
    x: Sequence[float], y: Sequence[float], weights: Sequence[float], at_least: int
) -> tuple[float, float] | None:
    """Weighted least-squares slope and intercept, None where not allowed (Learning)."""
    if len(x) < at_least:
        return None
    total = math.fsum(weights)
    mean_x, mean_y = _weighted_mean(x, weights), _weighted_mean(y, weights)
    variance = math.fsum(w * (u - mean_x) ** 2 for w, u in zip(weights, x, strict=True)) / total
    if variance <= 1e-9:
        return None
    covariance = math.fsum(w * (u - mean_x) * (v - mean_y) for w, u, v in zip(weights, x, y, strict=True)) / total
    slope = covariance / variance
    return (slope, mean_y - slope * mean_x) if slope > 1e-9 else None


def _calibrate(evidence: Iterable[Record], at_least: int, otherwise: Record | None) -> Record:
    """The line from agreement to accuracy, own or taken over (Learning)."""
    both = [e for e in evidence if e["n_pairs"] and e["n_audits"]]
    counts = {"n_workers": len(both), "n_audits": sum(e["n_audits"] for e in both)}
    line = _fit_line(
        [e["mean_similarity"] for e in both],
        [e["audit_accuracy"] for e in both],
        [e["n_audits"] for e in both],
        at_least,
    )
    if line is not None:
        source = "overall" if otherwise is None else "own"
        return {"slope": line[0], "intercept": line[1], **counts, "source": source}
    if otherwise is not None:
        return {**otherwise, **counts}
    return {"slope": 1.0, "intercept": 0.0, **counts, "source": "identity"}


def _competence(evidence: Record, line: Record, audit_weight: float) -> float | None:
    """Calibrated agreement with the audits folded in (Learning)."""
    if evidence["weight"] == 0:
        return None
    total = 0.0
    if evidence["n_pairs"]:
        calibrated = _clip(line["slope"] * evidence["mean_similarity"] + line["intercept"], 0.0, 1.0)
        total += evidence["n_pairs"] * calibrated
    if evidence["n_audits"]:
        total += audit_weight * evidence["n_audits"] * evidence["audit_accuracy"]
    return total / evidence["weight"]


def _mean_competence(evidence: Iterable[Record]) -> float | None:
    """Population mean, by numbers of labels (Learning)."""
    known = [e for e in evidence if e["competence"] is not None]
    if not known:
        return None
    return _weighted_mean([e["competence"] for e in known], [e["n_labels"] for e in known])


def _base_rate_categories(rows: Sequence[_Row], type_: str) -> float | None:
    """Share of equal labels among the other items' labels (IRT fit)."""
    everywhere = Counter(row.label for row in rows)
    within = Counter((row.item, row.label) for row in rows)
    of_item = Counter(row.item for row in rows)
    own = [row for row in rows if row.type == type_]
    equal = sum(everywhere[row.label] - within[row.item, row.label] for row in own)
    others = sum(len(rows) - of_item[row.item] for row in own)
    return min(equal / others, 0.95) if others else None


def _base_rate_sampled(rows: Sequence[_Row], type_: str, measure: Measure) -> float | None:
    """Mean similarity of each label to its next 8 in hash order, pairs of one item skipped (IRT fit)."""
    ordered = sorted(rows, key=lambda row: (_md5(row.item, row.worker), row.item, row.worker))
    found = [
        measure(row.label, other.label)
        for i, row in enumerate(ordered)
        for other in ordered[i + 1 : i + 9]
        if row.type == type_ and row.item != other.item
    ]
    return min(_mean(found), 0.95) if found else None


def _population(
    rows: Sequence[_Row], workers: dict[Worker, Record], cells: dict[Cell, Record], settings: Settings, measure: Measure
) -> dict[str, Record]:
    """Labels, mean competence and base rate, per type and overall (Learning, IRT fit)."""
    counts = Counter(row.type for row in rows)
    population = {}
    for type_, n in counts.items():
        if settings.kind == "category":
            base_rate = _base_rate_categories(rows, type_)
        else:
            base_rate = _base_rate_sampled(rows, type_, measure)
        mean = _mean_competence(cell for (_, t), cell in cells.items() if t == type_)
        population[type_] = {"n_labels": n, "mean_competence": mean, "base_rate": base_rate}
    known = [p for p in population.values() if p["base_rate"] is not None]
    population[ALL] = {
        "n_labels": len(rows),
        "mean_competence": _mean_competence(workers.values()),
        "base_rate": _weighted_mean([p["base_rate"] for p in known], [p["n_labels"] for p in known]) if known else None,
    }
    return population


# ----------------------------------------------------------------------------------------------------------------- IRT


def _standardised(ability: dict[Worker, float], weights: dict[Worker, float]) -> dict[Worker, float]:
    """Weighted mean 0 and standard deviation 1 (IRT fit, step 1)."""
    w = [weights[i] for i in ability]
    mean = _weighted_mean(list(ability.values()), w)
    deviation = math.sqrt(_weighted_mean([(a - mean) ** 2 for a in ability.values()], w))
    return {i: (a - mean) / (deviation if deviation >= 1e-9 else 1.0) for i, a in ability.items()}


def _type_line(a: Sequence[float], y: Sequence[float], v: Sequence[float]) -> tuple[float, float]:
    """Slope pulled to 1, and intercept, of one type (IRT fit, step 2)."""
    mean_a, mean_y = _weighted_mean(a, v), _weighted_mean(y, v)
    s_xx = math.fsum(w * (x - mean_a) ** 2 for w, x in zip(v, a, strict=True))
    s_xy = math.fsum(w * (x - mean_a) * (z - mean_y) for w, x, z in zip(v, a, y, strict=True))
    slope = max(0.05, (s_xy + 1) / (s_xx + 1))
    return slope, mean_y - slope * mean_a


def _fit_irt(
    cells: dict[Cell, Record], population: dict[str, Record], steps: int
) -> tuple[dict[str, Record], dict[Worker, float]]:
    """Base rate, separation and difficulty per type; ability per worker (IRT fit)."""
    cells = {key: cell for key, cell in cells.items() if cell["competence"] is not None}
    types = sorted({t for _, t in cells})
    workers = sorted({i for i, _ in cells})
    base = {t: population[t]["base_rate"] for t in types}
    base = {t: (population[ALL]["base_rate"] or 0.0) if b is None else b for t, b in base.items()}
    p = {(i, t): _clip((c["competence"] - base[t]) / (1 - base[t]), 0.01, 0.99) for (i, t), c in cells.items()}
    y = {key: _logit(p[key]) for key in cells}
    v = {key: cells[key]["weight"] * p[key] * (1 - p[key]) for key in cells}
    of_worker = {i: [key for key in cells if key[0] == i] for i in workers}
    of_type = {t: [key for key in cells if key[1] == t] for t in types}

    total = {i: math.fsum(v[key] for key in of_worker[i]) for i in workers}
    a = {i: math.fsum(v[key] * y[key] for key in of_worker[i]) / total[i] for i in workers}
    lines: dict[str, tuple[float, float]] = {}
    for _ in range(steps if cells else 0):
        a = _standardised(a, total)
        for t, keys in of_type.items():
            lines[t] = _type_line([a[i] for i, _ in keys], [y[key] for key in keys], [v[key] for key in keys])
        for i, keys in of_worker.items():
            above = math.fsum(v[i, t] * lines[t][0] * (y[i, t] - lines[t][1]) for _, t in keys)
            below = math.fsum(v[i, t] * lines[t][0] ** 2 for _, t in keys)
            a[i] = above / (below + 1)
    fitted = {t: {"base_rate": base[t], "separation": b, "difficulty": -k / b} for t, (b, k) in lines.items()}
    return fitted, a


# ---------------------------------------------------------------------------------------------------------------- hoak


def within_over_between(cells: Sequence[tuple[float, float, float]], lo: float, hi: float) -> float:
    """G of cells (n, mean, variance): within over between variance, clipped (Beyond the paper)."""
    if len(cells) < 3:
        return 10.0
    n, mean, variance = (np.array(column, dtype=float) for column in zip(*cells, strict=True))
    total = n.sum()
    centre = (n * mean).sum() / total
    within = (n * variance).sum() / total
    n0 = total - (n**2).sum() / total
    between = max(((n * (mean - centre) ** 2).sum() - (len(cells) - 1) * within) / n0, 1e-6)
    return _clip(float(within / between), lo, hi)


@dataclass(frozen=True)
class Hoak:
    """The hierarchical estimator (Beyond the paper)."""

    mu: float | None
    """Overall mean similarity of pairs."""
    audited: bool
    gamma_t: float = 10.0
    gamma_w: float = 10.0
    gamma_c: float = 10.0
    gamma_o: float = 10.0
    gamma_a: float = 50.0
    type_level: dict[str, float] = field(default_factory=dict)
    """T per type."""
    worker_effect: dict[Worker, float] = field(default_factory=dict)
    """U per worker."""
    cell_pairs: dict[Cell, tuple[int, float, float]] = field(default_factory=dict)
    """n, mean and variance of the similarities, cells with pairs."""
    slope: float = 1.0
    intercept: float = 0.0
    type_offset: dict[str, float] = field(default_factory=dict)
    """O per type."""
    worker_offset: dict[Worker, float] = field(default_factory=dict)
    """A per worker."""
    cell_audits: dict[Cell, tuple[int, float]] = field(default_factory=dict)
    """Number and sum of the audited labels' similarities to the truth, cells with audits."""

    def smoothed_similarity(self, worker: Worker, type_: str) -> float | None:
        """π̃ of a cell."""
        if self.mu is None:
            return None
        prior = _clip(self.type_level.get(type_, self.mu) + self.worker_effect.get(worker, 0.0), 0.0, 1.0)
        n, mean, _ = self.cell_pairs.get((worker, type_), (0, 0.0, 0.0))
        return (n * mean + self.gamma_c * prior) / (n + self.gamma_c)

    def line(self, worker: Worker, type_: str) -> float | None:
        """The calibrated π̃, before any offset."""
        x = self.smoothed_similarity(worker, type_)
        return None if x is None else self.slope * x + self.intercept

    def base(self, worker: Worker, type_: str) -> float | None:
        """B of a cell."""
        line = self.line(worker, type_)
        return None if line is None else _clip(line + self.type_offset.get(type_, 0.0), 0.001, 0.999)

    def estimate(self, worker: Worker, type_: str) -> float | None:
        """The estimate of a cell."""
        base = self.base(worker, type_)
        if base is None:
            return None
        n, total = self.cell_audits.get((worker, type_), (0, 0.0))
        return _clip((total + 25 * (base + self.worker_offset.get(worker, 0.0))) / (n + 25), 0.001, 0.999)


def _moments(values: Sequence[float]) -> tuple[int, float, float]:
    """n, mean and floored variance of pair similarities (Beyond the paper)."""
    mean = _mean(values)
    return len(values), mean, max(math.fsum(x * x for x in values) / len(values) - mean * mean, 1e-4)


def _pair_moments(rows: Iterable[_Row], key: Callable[[_Row], Hashable]) -> dict[Any, tuple[int, float, float]]:
    """Moments per group that has pairs (Beyond the paper)."""
    groups = {k: _pairs(group) for k, group in _group(rows, key).items()}
    return {k: _moments(values) for k, values in groups.items() if values}


def _type_levels(rows: Sequence[_Row], mu: float, audited: bool) -> tuple[float, dict[str, float]]:
    """γ_t and T per type (Beyond the paper)."""
    moments = _pair_moments(rows, lambda row: row.type)
    gamma = within_over_between(list(moments.values()), 1, 200)
    levels = {row.type: mu for row in rows}
    if audited:
        levels |= {t: (n * mean + gamma * mu) / (n + gamma) for t, (n, mean, _) in moments.items()}
    return gamma, levels


def _worker_effects(
    cells: dict[Cell, tuple[int, float, float]], levels: dict[str, float]
) -> tuple[float, dict[Worker, float]]:
    """γ_w and U per worker that has pairs (Beyond the paper)."""
    sums: dict[Worker, np.ndarray] = defaultdict(lambda: np.zeros(3))
    for (worker, type_), (n, mean, variance) in cells.items():
        sums[worker] += np.array([n, n * (mean - levels[type_]), n * variance])
    gamma = within_over_between([(n, r / n, v / n) for n, r, v in sums.values()], 1, 200)
    return gamma, {worker: float(r / (n + gamma)) for worker, (n, r, _) in sums.items()}


def _hoak_pairs(rows: Sequence[_Row]) -> Hoak:
    """The part of hoak learned from pairs: T, U and π̃ (Beyond the paper)."""
    audited = len(_audits(rows)) >= 5
    no_offsets = {"type_offset": {r.type: 0.0 for r in rows}, "worker_offset": {r.worker: 0.0 for r in rows}}
    mu = _mean(_pairs(rows))
    if mu is None:
        return Hoak(mu=None, audited=audited, **no_offsets)
    gamma_t, levels = _type_levels(rows, mu, audited)
    cells = _pair_moments(rows, lambda row: (row.worker, row.type))
    gamma_w, effects = _worker_effects(cells, levels)
    residuals = [(n, mean - levels[t] - effects[i], v) for (i, t), (n, mean, v) in cells.items()]
    return Hoak(
        mu=mu,
        audited=audited,
        gamma_t=gamma_t,
        gamma_w=gamma_w,
        gamma_c=within_over_between(residuals, 1, 200),
        type_level=levels,
        worker_effect={row.worker: effects.get(row.worker, 0.0) for row in rows},
        cell_pairs=cells,
        **no_offsets,
    )


def _audit_line(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """Slope and intercept from π̃ to the similarity to the truth, label by label (Beyond the paper)."""
    ridge = max(_variance(y), 1e-4)
    mean_x, mean_y = _mean(x), _mean(y)
    s_xx = math.fsum((u - mean_x) ** 2 for u in x)
    s_xy = math.fsum((u - mean_x) * (v - mean_y) for u, v in zip(x, y, strict=True))
    slope = max((s_xy + ridge) / (s_xx + ridge), 0.1)
    return slope, mean_y - slope * mean_x


def _fit_hoak(rows: Sequence[_Row]) -> Hoak:
    """Everything of hoak: pairs, then line, type offsets and worker offsets from the audits (Beyond the paper)."""
    hoak = _hoak_pairs(rows)
    checked = [row for row in rows if row.audit is not None]
    if hoak.mu is None or not checked:
        return hoak

    if hoak.audited:
        x = [hoak.smoothed_similarity(row.worker, row.type) for row in checked]
        slope, intercept = _audit_line(x, [row.audit for row in checked])
        hoak = replace(hoak, slope=slope, intercept=intercept)

    of_type = {
        t: [row.audit - hoak.line(row.worker, row.type) for row in group]
        for t, group in _group(checked, lambda row: row.type).items()
    }
    gamma_o = within_over_between([(len(r), _mean(r), _variance(r) + 1e-3) for r in of_type.values()], 2, 100)
    offsets = {t: math.fsum(r) / (len(r) + gamma_o) for t, r in of_type.items()}
    hoak = replace(hoak, gamma_o=gamma_o, type_offset={row.type: offsets.get(row.type, 0.0) for row in rows})

    of_worker = {
        i: [row.audit - hoak.base(row.worker, row.type) for row in group]
        for i, group in _group(checked, lambda row: row.worker).items()
    }
    gamma_a = 50.0
    if len(of_worker) >= 4:
        variance = max(_variance([r for group in of_worker.values() for r in group]), 1e-3)
        gamma_a = within_over_between([(len(r), _mean(r), variance) for r in of_worker.values()], 5, 200)
    shifts = {i: math.fsum(r) / (len(r) + gamma_a) for i, r in of_worker.items()}
    sums = {cell: _audits(group) for cell, group in _group(checked, lambda row: (row.worker, row.type)).items()}
    return replace(
        hoak,
        gamma_a=gamma_a,
        worker_offset={row.worker: shifts.get(row.worker, 0.0) for row in rows},
        cell_audits={cell: (len(y), math.fsum(y)) for cell, y in sums.items()},
    )


# --------------------------------------------------------------------------------------------------------- aggregation


def _plurality(votes: Iterable[tuple[str, float]]) -> tuple[str, float]:
    """The choice with the largest total weight, then the smaller text, and its total (Aggregating)."""
    totals: dict[str, list[float]] = defaultdict(list)
    for choice, weight in votes:
        totals[choice].append(weight)
    return min(((c, _rounded(math.fsum(w))) for c, w in totals.items()), key=lambda pair: (-pair[1], pair[0]))


def _more_than_half(weight: float, total: float) -> bool:
    return weight > total * (0.5 + 1e-9)


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


# ----------------------------------------------------------------------------------------------------- decision points


def fit_decision_point(
    y: Sequence[float], estimates: Sequence[float], agreement: Sequence[float], with_slope: bool
) -> tuple[float, float]:
    """δ and ε: ridge least squares, then 8 Newton steps of the fractional logit (More decision points)."""
    if len(y) < 10:
        return 0.0, 0.0
    truth = np.array(y, dtype=float)
    offset = np.array([_logit(_clip(c, 0.01, 0.99)) for c in estimates])
    x = np.column_stack([np.ones(len(truth)), agreement]) if with_slope else np.ones((len(truth), 1))
    ridge = np.eye(x.shape[1])
    start = np.array([_logit(_clip(v, 0.01, 0.99)) for v in truth]) - offset
    b = np.linalg.solve(x.T @ x + ridge, x.T @ start)
    for _ in range(8):
        p = np.array([_sigmoid(z) for z in offset + x @ b])
        gradient = x.T @ (truth - p) - b
        hessian = (x * (p * (1 - p))[:, None]).T @ x + ridge
        b = b + np.linalg.solve(hessian, gradient)
    return float(b[0]), float(b[1]) if with_slope else 0.0


# --------------------------------------------------------------------------------------------------------------- model


@dataclass
class Model:
    """What was learned, and the estimates from it."""

    settings: Settings
    partition: Partition
    measure: Measure
    positions: dict[tuple[Item, Worker], int]
    label_types: dict[tuple[Item, Worker], str]
    calibration: dict[str, Record]
    population: dict[str, Record]
    worker_competence: dict[Worker, Record]
    worker_type_competence: dict[Cell, Record]
    irt_types: dict[str, Record]
    irt_workers: dict[Worker, float]
    hoak: Hoak
    decision_points: dict[int, Record] = field(default_factory=dict)

    def _smooth(self, evidence: Record | None, prior: float | None) -> float | None:
        """Own competence pulled to the prior with γ (Estimating one label)."""
        if evidence is None or evidence["competence"] is None or prior is None:
            return prior
        weight, gamma = evidence["weight"], self.settings.gamma
        return (weight * evidence["competence"] + gamma * prior) / (weight + gamma)

    def _oak(self, worker: Worker) -> float | None:
        """OAK (Estimating one label)."""
        return self._smooth(self.worker_competence.get(worker), self.population[ALL]["mean_competence"])

    def _poak(self, worker: Worker, type_: str) -> float | None:
        """POAK (Estimating one label)."""
        if worker in self.worker_competence:
            prior = self._oak(worker)
        else:
            prior = self.population.get(type_, {}).get("mean_competence")
            prior = self.population[ALL]["mean_competence"] if prior is None else prior
        return self._smooth(self.worker_type_competence.get((worker, type_)), prior)

    def _poaki(self, worker: Worker, type_: str) -> float | None:
        """POAKi (Estimating one label)."""
        if type_ not in self.irt_types:
            return self._oak(worker)
        irt = self.irt_types[type_]
        ability = self.irt_workers.get(worker, 0.0)
        chance = irt["base_rate"]
        return chance + (1 - chance) * _sigmoid(irt["separation"] * (ability - irt["difficulty"]))

    def estimate(self, worker: Worker, type_: str) -> dict[str, float | None]:
        """The estimate of a label of this type by this worker, by every method (Estimating one label)."""
        poaki = self._poaki(worker, type_)
        return {
            "oak": self._oak(worker),
            "poak": self._poak(worker, type_),
            "poaki": poaki,
            "poak_irt": self._smooth(self.worker_type_competence.get((worker, type_)), poaki),
            "hoak": self.hoak.estimate(worker, type_),
        }

    def _estimate(self, worker: Worker, type_: str) -> float | None:
        """The estimate by the chosen method."""
        return self.estimate(worker, type_)[self.settings.method]

    def weight(self, estimate: float | None) -> float:
        """The weight of a label with this estimate (Aggregating)."""
        scheme = self.settings.weights or ("log_odds" if self.settings.kind == "category" else "cubed")
        return label_weight(scheme, estimate, self.population[ALL]["base_rate"])

    def _choose(self, labels: Sequence[Label], estimates: Sequence[float | None]) -> Label:
        """The item's label: weighted aggregate, SAD or BAU (Aggregating)."""
        if self.settings.aggregation == "weighted":
            return aggregate(self.settings.kind, labels, [self.weight(e) for e in estimates])
        scores = [0.0] * len(labels)
        if self.settings.aggregation == "sad" and len(labels) > 1:
            for i, label in enumerate(labels):
                scores[i] = _mean([self.measure(label, other) for j, other in enumerate(labels) if j != i])
        best = min(range(len(labels)), key=lambda i: (-_rounded(scores[i]), -_rounded(estimates[i]), i))
        return labels[best]

    def _raw_answer(self, labels: Sequence[tuple[Worker, Label]]) -> Record:
        """Aggregate, closest worker, agreement and raw estimate of an item (Aggregating)."""
        if not labels:
            raise ValueError("no labels")
        estimates = [self._estimate(worker, self.partition(label)) for worker, label in labels]
        chosen = self._choose([label for _, label in labels], estimates)
        similar = [self.measure(chosen, label) for _, label in labels]
        closest = min(
            range(len(labels)), key=lambda i: (-_rounded(similar[i]), -_rounded(estimates[i]), i, labels[i][0])
        )
        worker, label = labels[closest]
        type_ = self.partition(label if self.settings.kind == "boxes" else chosen)
        return {
            "label": chosen,
            "label_type": type_,
            "closest_worker_id": worker,
            "agreement": _mean(similar),
            "raw_accuracy": self._estimate(worker, type_),
        }

    def answer(self, labels: Sequence[tuple[Worker, Label]]) -> Record:
        """The item's label and estimate after these labels, in arrival order (Aggregating, More decision points)."""
        found = self._raw_answer(labels)
        raw = found["raw_accuracy"]
        if raw is None:
            return {**found, "estimated_accuracy": None}
        point = self.decision_points.get(len(labels), {"delta": 0.0, "epsilon": 0.0})
        shifted = _logit(_clip(raw, 0.01, 0.99)) + point["delta"] + point["epsilon"] * found["agreement"]
        return {**found, "estimated_accuracy": _sigmoid(shifted)}

    def fit_decision_points(self, rows: Sequence[_Row], audits: dict[Item, Label]) -> None:
        """δ and ε per number of labels, from the prefixes of audited items (More decision points)."""
        items = {i: sorted(group, key=lambda r: r.position) for i, group in _group(rows, lambda r: r.item).items()}
        limit = self.settings.max_labels if self.settings.max_labels is not None else math.inf
        points = {}
        for t in range(1, max(map(len, items.values()), default=0) + 1):
            seen = []
            for item, group in items.items():
                if t <= min(len(group), limit) and audits.get(item) is not None:
                    found = self._raw_answer([(row.worker, row.label) for row in group[:t]])
                    if found["raw_accuracy"] is not None:
                        right = self.measure(found["label"], audits[item])
                        seen.append((right, found["raw_accuracy"], found["agreement"]))
            y, raw, agreement = zip(*seen, strict=True) if seen else ((), (), ())
            delta, epsilon = fit_decision_point(y, raw, agreement, with_slope=t > 1)
            points[t] = {"delta": delta, "epsilon": epsilon, "n_audits": len(seen)}
        self.decision_points = points


def learn(
    annotations: Sequence[tuple[Item, Worker, Label]],
    audits: dict[Item, Label],
    settings: Settings,
    times: dict[tuple[Item, Worker], float] | None = None,
) -> Model:
    """Learn everything from labels and audits (Learning; all sections after it)."""
    annotations = [row for row in annotations if row[2] is not None]
    if len({(item, worker) for item, worker, _ in annotations}) < len(annotations):
        raise ValueError("more than one label of a worker for an item")
    measure = _measure(annotations, settings)
    partition = Partition.learn([label for _, _, label in annotations], settings)
    positions = _positions(annotations, times)
    rows = _rows(annotations, audits, positions, partition, measure)

    alpha = settings.audit_weight
    workers = {i: _evidence(group, alpha) for i, group in _group(rows, lambda row: row.worker).items()}
    cells = {c: _evidence(group, alpha) for c, group in _group(rows, lambda row: (row.worker, row.type)).items()}
    calibration = {ALL: _calibrate(workers.values(), 2, None)}
    for type_ in {row.type for row in rows}:
        of_type = [cell for (_, t), cell in cells.items() if t == type_]
        calibration[type_] = _calibrate(of_type, 3, calibration[ALL])
    for evidence in workers.values():
        evidence["competence"] = _competence(evidence, calibration[ALL], alpha)
    for (_, type_), evidence in cells.items():
        evidence["competence"] = _competence(evidence, calibration[type_], alpha)

    population = _population(rows, workers, cells, settings, measure)
    irt_types, irt_workers = _fit_irt(cells, population, settings.irt_steps)
    model = Model(
        settings=settings,
        partition=partition,
        measure=measure,
        positions=positions,
        label_types={(row.item, row.worker): row.type for row in rows},
        calibration=calibration,
        population=population,
        worker_competence=workers,
        worker_type_competence=cells,
        irt_types=irt_types,
        irt_workers=irt_workers,
        hoak=_fit_hoak(rows),
    )
    for worker, evidence in workers.items():
        evidence["estimated_accuracy"] = model.estimate(worker, ALL)["oak"]
    for (worker, type_), evidence in cells.items():
        evidence["estimated_accuracy"] = model.estimate(worker, type_)["poak"]
    model.fit_decision_points(rows, audits)
    return model
