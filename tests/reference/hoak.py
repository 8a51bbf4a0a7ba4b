"""The hierarchical estimator."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tests.reference.arithmetic import _clip, _mean, _variance
from tests.reference.rows import _audits, _group, _pairs, _Row
from tests.reference.settings import Cell, Worker


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
