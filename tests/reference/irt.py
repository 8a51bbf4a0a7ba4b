"""The IRT fit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tests.reference.arithmetic import _clip, _logit, _weighted_mean
from tests.reference.settings import ALL, Cell, Record, Worker


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
