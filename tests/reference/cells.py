"""Cells of k-means, and clusters by medoids (Similarities, types)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.reference.settings import Measure

Point = tuple[float, ...]


def nearest(centres: Sequence[Point], point: Point) -> int | None:
    """The place of the nearest centre of the same dimension, from 1; the first of equals."""
    distances = [
        (round(float(np.sqrt(np.sum((np.array(centre) - np.array(point)) ** 2))), 12), place)
        for place, centre in enumerate(centres, start=1)
        if len(centre) == len(point)
    ]
    return min(distances)[1] if distances else None


def kmeans(points: Sequence[Point], k: int) -> list[Point]:
    """The first k different points of 2,000 as seeds, then 8 steps of Lloyd's; a centre without points is dropped."""
    points = list(points)[:2000]
    centres = list(dict.fromkeys(points))[:k]
    for _ in range(8):
        cells = [nearest(centres, point) for point in points]
        centres = [
            tuple(np.mean([p for p, cell in zip(points, cells, strict=True) if cell == place], axis=0).tolist())
            for place in sorted({cell for cell in cells if cell is not None})
        ]
    return centres


def medoids(labels: Sequence[Any], k: int, measure: Measure) -> list[Any]:
    """Of the first 200 labels, one after the other the one that adds most to the similarity with the best medoid."""
    sample = list(labels)[:200]
    similar = np.array([[measure(a, b) for b in sample] for a in sample])
    best = np.zeros(len(sample))
    chosen: list[int] = []
    for _ in range(k):
        gains = [round(float(np.sum(np.maximum(row, best))), 12) for row in similar]
        chosen.append(gains.index(max(gains)))
        best = np.maximum(best, similar[chosen[-1]])
    return [sample[place] for place in dict.fromkeys(chosen)]


def most_similar(chosen: Sequence[Any], label: Any, measure: Measure) -> int:
    """The place of the medoid most similar to the label, from 1; the first of equals."""
    similar = [round(measure(label, medoid), 12) for medoid in chosen]
    return 1 + similar.index(max(similar))
