"""Cells of k-means (Similarities, types)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

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
    """The first k different points of 2,000 as seeds, then 10 steps of Lloyd's; a centre without points is dropped."""
    points = list(points)[:2000]
    centres = list(dict.fromkeys(points))[:k]
    for _ in range(10):
        cells = [nearest(centres, point) for point in points]
        centres = [
            tuple(np.mean([p for p, cell in zip(points, cells, strict=True) if cell == place], axis=0).tolist())
            for place in sorted({cell for cell in cells if cell is not None})
        ]
    return centres
