"""Mask: a disc on 24 × 24 pixels, as COCO's run lengths; some draw it too large or beside its place."""

import numpy as np
from crowd import crowd, show

DOWN, ACROSS = np.mgrid[:24, :24]


def runs(bits):
    """Down the columns, beginning with pixels that are not set."""
    line = np.concatenate([[False], bits.T.ravel()])
    ends = np.flatnonzero(np.diff(line))
    return {"size": [24, 24], "counts": np.diff(np.concatenate([[0], ends, [bits.size]])).tolist()}


def disc(x, y, radius):
    return runs((ACROSS - x) ** 2 + (DOWN - y) ** 2 < radius**2)


def report(rng, mask, skill):
    edges = np.cumsum([0, *mask["counts"]])
    places = np.concatenate([np.arange(a, b) for a, b in zip(edges[1::2], edges[2::2], strict=False)])
    x, y, radius = places.mean() // 24, (places % 24).mean(), np.sqrt(len(places) / np.pi)
    off = 4 * (1 - skill)
    return disc(x + rng.normal(0, off), y + rng.normal(0, off), max(radius + rng.normal(0, off / 2), 1.5))


labels = crowd(lambda rng: disc(*rng.uniform(8, 16, 2), rng.uniform(3, 7)), report, n_items=40)
workers = show("mask", labels, threshold=0.7)
