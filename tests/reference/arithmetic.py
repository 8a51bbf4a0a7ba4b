"""Small sums and means."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from fractions import Fraction


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


def _md5(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()


def _more_than_half(weight: float, total: float) -> bool:
    return weight > total * (0.5 + 1e-9)
