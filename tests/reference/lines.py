"""Spans and masks: what is covered on a line (Similarities, types; Aggregating)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from tests.reference.arithmetic import _more_than_half
from tests.reference.settings import Label

Piece = tuple[float, float, str]


def _pieces(labels: Sequence[Label]) -> list[Piece]:
    """The line of each tag, cut at every end of its spans."""
    found = []
    for tag in sorted({tag or "" for label in labels for _, _, tag in label}):
        ends = sorted(
            {end for label in labels for start, stop, t in label if (t or "") == tag for end in (start, stop)}
        )
        found += [(a, b, tag) for a, b in pairwise(ends)]
    return found


def _covers(label: Label, piece: Piece) -> bool:
    return any((tag or "") == piece[2] and start <= piece[0] and piece[1] <= stop for start, stop, tag in label)


def covered(a: Label, b: Label) -> tuple[float, float, float]:
    """Lengths covered by a, by b and by both."""
    pieces = _pieces([a, b])
    return tuple(
        math.fsum(p[1] - p[0] for p in pieces if all(_covers(label, p) for label in labels))
        for labels in ((a,), (b,), (a, b))
    )


def exact(a: Label, b: Label) -> tuple[int, int, int]:
    """Numbers of distinct spans of a, of b and of both."""
    sets = [{(start, stop, tag or "") for start, stop, tag in label} for label in (a, b)]
    return len(sets[0]), len(sets[1]), len(sets[0] & sets[1])


def majority_spans(labels: Sequence[Label], weights: Sequence[float]) -> Label:
    """The positions covered by more than half of the weight, as spans that neither overlap nor touch."""
    found: list[Piece] = []
    for piece in _pieces(labels):
        votes = math.fsum(w for label, w in zip(labels, weights, strict=True) if _covers(label, piece))
        if not _more_than_half(votes, math.fsum(weights)):
            continue
        if found and found[-1][2] == piece[2] and found[-1][1] == piece[0]:
            found[-1] = (found[-1][0], piece[1], piece[2])
        else:
            found.append(piece)
    return tuple((start, stop, tag or None) for start, stop, tag in found)


def bits_shared(a: str, b: str) -> tuple[int, int, int]:
    """Bits set in a, in b and in both; masks of different lengths share nothing."""
    both = sum(x == y == "1" for x, y in zip(a, b, strict=True)) if len(a) == len(b) else 0
    return a.count("1"), b.count("1"), both


def majority_bits(labels: Sequence[str], weights: Sequence[float]) -> str:
    """Each bit with more than half of the weight, on the canvas with the largest weight, then the smaller."""
    canvases = {len(label) for label in labels}
    weight = {n: math.fsum(w for x, w in zip(labels, weights, strict=True) if len(x) == n) for n in canvases}
    size = min(canvases, key=lambda n: (-round(weight[n], 12), n))
    total = math.fsum(weights)
    votes = [
        math.fsum(w for x, w in zip(labels, weights, strict=True) if len(x) == size and x[place] == "1")
        for place in range(size)
    ]
    return "".join("1" if _more_than_half(vote, total) else "0" for vote in votes)
