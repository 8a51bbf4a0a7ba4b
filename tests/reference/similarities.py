"""How alike two labels are (Similarities, types)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from tests.reference.arithmetic import _clip
from tests.reference.lines import bits_shared, covered, exact
from tests.reference.orders import average_overlap, cosine, kendall, ordinal
from tests.reference.settings import SIMILARITIES, Item, Label, Measure, Settings, Worker, _check
from tests.reference.texts import jaro_winkler, levenshtein, words

MEASURES = {
    "levenshtein": levenshtein,
    "jaro_winkler": jaro_winkler,
    "average_overlap": average_overlap,
    "kendall": kendall,
    "cosine": cosine,
}


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


def _matched_iou(a: Label, b: Label) -> float:
    """Greedy one-to-one matching by IoU; its sum over the larger number of boxes; a fifth part is the class."""
    if not a and not b:
        return 1.0
    ours, others = (sorted(boxes, key=lambda box: (*box[:4], *(name or "" for name in box[4:]))) for boxes in (a, b))
    pairs = [
        (-round(_region_similarity("jaccard", [x[:4]], [y[:4]]), 12), min(i, j), max(i, j), i, j)
        for i, x in enumerate(ours)
        for j, y in enumerate(others)
        if x[4:] == y[4:]
    ]
    free, total = [set(range(len(ours))), set(range(len(others)))], 0.0
    for iou, _, _, i, j in sorted(pairs):
        if i in free[0] and j in free[1]:
            free[0].remove(i)
            free[1].remove(j)
            total -= iou
    return total / max(len(a), len(b))


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
    if kind == "spans":
        return _shares("jaccard" if name == "jaccard" else "dice", *(exact if name == "exact_f1" else covered)(a, b))
    if kind == "mask":
        return _shares(name, *bits_shared(a, b))
    if kind == "text" and name in ("jaccard", "dice"):
        return _shares(name, len(words(a)), len(words(b)), len(words(a) & words(b)))
    if kind in ("text", "ranking", "vector"):
        return MEASURES[name](a, b)
    return _matched_iou(a, b) if name == "matched_iou" else _region_similarity(name, a, b)


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
    if settings.similarity == "ordinal":
        levels = sorted({label for _, _, label in annotations})
        return lambda a, b: ordinal(a, b, levels)
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
