"""Similarities of rankings and vectors (Similarities, types)."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import combinations


def average_overlap(a: Sequence[str], b: Sequence[str]) -> float:
    """Mean over depths d, to the longer length, of the share of the first d that both have."""
    depths = range(1, max(len(a), len(b)) + 1)
    return math.fsum(len(set(a[:d]) & set(b[:d])) / d for d in depths) / len(depths)


def kendall(a: Sequence[str], b: Sequence[str]) -> float:
    """(τ + 1)/2: 1 − share of pairs in opposite order; unranked is tied last, a tie on one side counts half."""
    every = sorted({*a, *b})
    if len(every) == 1:
        return 1.0
    place = [{e: r.index(e) if e in r else len(r) for e in every} for r in (a, b)]
    against = 0.0
    for e, f in combinations(every, 2):
        product = (place[0][e] - place[0][f]) * (place[1][e] - place[1][f])
        against += 1.0 if product < 0 else 0.5 if product == 0 else 0.0
    return 1 - against / math.comb(len(every), 2)


def ordinal(a: float, b: float, levels: Sequence[float]) -> float:
    """1 − difference of the places / (levels − 1); a value between two levels is half a place from either."""
    if a == b:
        return 1.0
    places = [(bisect_left(levels, x) + bisect_right(levels, x)) / 2 for x in (a, b)]
    return max(1 - abs(places[0] - places[1]) / max(len(levels) - 1, 1), 0.0)


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """(1 + cosine)/2; no length: at right angles to all but its like; other dimensions share nothing."""
    if tuple(a) == tuple(b):
        return 1.0
    if len(a) != len(b):
        return 0.0
    lengths = math.sqrt(math.fsum(x * x for x in a)) * math.sqrt(math.fsum(y * y for y in b))
    if lengths == 0:
        return 0.5
    return min(max((1 + math.fsum(x * y for x, y in zip(a, b, strict=True)) / lengths) / 2, 0.0), 1.0)
