"""95 % intervals of estimated accuracies (Intervals)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.reference.arithmetic import _clip, _variance
from tests.reference.hoak import Hoak
from tests.reference.rows import _pairs, _Row
from tests.reference.settings import Cell, Worker


@dataclass(frozen=True)
class Spread:
    """What the widths rest on: v, κ, and how much is known of cells, workers and types."""

    hoak: Hoak
    similarity_variance: float
    dispersion: float
    pairs: dict[Cell | Worker, int]
    audits: dict[Cell | Worker, int]
    offset_audits: dict[tuple[str, str], int]

    def cell(self, worker: Worker, type_: str, c: float) -> float:
        """V of a worker's labels of one type."""
        n, hoak = self.audits.get((worker, type_), 0), self.hoak
        prior = (25 / (n + 25)) ** 2
        behind = 1 / (self.offset_audits.get(("worker", worker), 0) + hoak.gamma_a)
        behind += 1 / (self.offset_audits.get(("type", type_), 0) + hoak.gamma_o)
        own = self.dispersion * c * (1 - c) * (1 / (n + 25) + prior * behind)
        pairs = self.pairs.get((worker, type_), 0)
        return own + prior * hoak.slope**2 * self.similarity_variance / (pairs + hoak.gamma_c)

    def worker(self, worker: Worker, c: float, slope: float) -> float:
        """V of a worker's labels."""
        n = self.audits.get(worker, 0)
        prior = (25 / (n + 25)) ** 2 * slope**2 * self.similarity_variance
        return self.dispersion * c * (1 - c) / (n + 25) + prior / (self.pairs.get(worker, 0) + self.hoak.gamma_w)


def _fit_spread(rows: Sequence[_Row], hoak: Hoak) -> Spread:
    values = _pairs(rows)
    checked = [row for row in rows if row.audit is not None]
    known = checked if hoak.mu is not None else []
    pairs, audits = Counter(), Counter()
    for row in rows:
        for key in ((row.worker, row.type), row.worker):
            pairs[key] += len(row.pairs)
            audits[key] += row.audit is not None
    dispersion = 1.0
    if known:
        estimates = [hoak.estimate(row.worker, row.type) for row in known]
        scatter = math.fsum((row.audit - c) ** 2 for row, c in zip(known, estimates, strict=True))
        dispersion = _clip(scatter / math.fsum(c * (1 - c) for c in estimates), 0.01, 1.0)
    return Spread(
        hoak=hoak,
        similarity_variance=_clip(_variance(values), 1e-4, 0.25) if values else 0.25,
        dispersion=dispersion,
        pairs=dict(pairs),
        audits=dict(audits),
        offset_audits=dict(
            Counter(("worker", row.worker) for row in known) + Counter(("type", row.type) for row in known)
        ),
    )


def _interval(accuracy: float, variance: float, stretch: float = 1.0) -> dict[str, float]:
    reach = 1.959964 * math.sqrt(variance) * stretch
    return {"accuracy_low": _clip(accuracy - reach, 0.0, 1.0), "accuracy_high": _clip(accuracy + reach, 0.0, 1.0)}
