"""The shift at a decision point (More decision points)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.reference.arithmetic import _clip, _logit, _sigmoid


def fit_decision_point(
    y: Sequence[float], estimates: Sequence[float], agreement: Sequence[float], with_slope: bool
) -> tuple[float, float]:
    """δ and ε: ridge least squares, then 8 Newton steps of the fractional logit (More decision points)."""
    if len(y) < 10:
        return 0.0, 0.0
    truth = np.array(y, dtype=float)
    offset = np.array([_logit(_clip(c, 0.01, 0.99)) for c in estimates])
    x = np.column_stack([np.ones(len(truth)), agreement]) if with_slope else np.ones((len(truth), 1))
    ridge = np.eye(x.shape[1])
    start = np.array([_logit(_clip(v, 0.01, 0.99)) for v in truth]) - offset
    b = np.linalg.solve(x.T @ x + ridge, x.T @ start)
    for _ in range(8):
        p = np.array([_sigmoid(z) for z in offset + x @ b])
        gradient = x.T @ (truth - p) - b
        hessian = (x * (p * (1 - p))[:, None]).T @ x + ridge
        b = b + np.linalg.solve(hessian, gradient)
    return float(b[0]), float(b[1]) if with_slope else 0.0
