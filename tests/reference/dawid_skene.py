"""Dawid–Skene and its one-coin form, by arrays over workers, true and reported classes (Dawid–Skene)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.reference.settings import Item, Label, Worker

STEPS = 10
PSEUDO = 0.1

Floats = np.ndarray


@dataclass(frozen=True)
class CrowdModel:
    """Final parameters: priors p[k], matrices π[i, k, x], of all workers together π[k, x], accuracies of one coin."""

    workers: dict[Worker, int]
    classes: dict[Label, int]
    truths: dict[tuple[Item, Label], float]
    priors: Floats
    matrices: Floats
    pooled: Floats
    accuracies: Floats | None

    def _matrix(self, worker: Worker) -> Floats:
        return self.matrices[self.workers[worker]] if worker in self.workers else self.pooled

    def estimate(self, worker: Worker, label: Label) -> float | None:
        """P(truth = x | the worker reports x); None for a class never seen."""
        if label not in self.classes:
            return None
        reported = self.classes[label]
        joint = self.priors * self._matrix(worker)[:, reported]
        return float(joint[reported] / joint.sum())

    def most_probable(self, labels: Sequence[tuple[Worker, Label]]) -> Label | None:
        """The class with the largest posterior, then the smaller one; None where no class of the labels is known."""
        known = [(self._matrix(worker), self.classes[label]) for worker, label in labels if label in self.classes]
        if not known:
            return None
        score = np.log(self.priors) + sum(np.log(matrix[:, reported]) for matrix, reported in known)
        return min(self.classes, key=lambda label: (-round(float(score[self.classes[label]]), 12), label))


def fit_crowd_model(
    annotations: Sequence[tuple[Item, Worker, Label]],
    audits: dict[Item, Label],
    *,
    one_coin: bool = False,
    steps: int = STEPS,
) -> CrowdModel:
    """EM from shares of votes; audited items are clamped to the auditor's label."""
    items = {name: place for place, name in enumerate(dict.fromkeys(item for item, _, _ in annotations))}
    workers = {name: place for place, name in enumerate(dict.fromkeys(worker for _, worker, _ in annotations))}
    audited = {item: label for item, label in audits.items() if item in items}
    names = dict.fromkeys([*(label for _, _, label in annotations), *audited.values()])
    classes = {name: place for place, name in enumerate(names)}
    item, worker, label = (
        np.array([index[value] for value in values], dtype=int)
        for index, values in zip((items, workers, classes), zip(*annotations, strict=True), strict=True)
    )
    n_classes = len(classes)

    clamped = np.zeros((len(items), n_classes))
    for name, truth in audited.items():
        clamped[items[name], classes[truth]] = 1
    is_clamped = clamped.sum(axis=1) > 0

    truths = np.zeros((len(items), n_classes))
    np.add.at(truths, (item, label), 1)
    truths = _clamp(truths / truths.sum(axis=1, keepdims=True), clamped, is_clamped)
    for _ in range(steps):
        priors, matrices, _, _ = _parameters(truths, item, worker, label, len(workers), one_coin=one_coin)
        score = np.tile(np.log(priors), (len(items), 1))
        np.add.at(score, item, np.log(matrices[worker, :, label]))
        odds = np.exp(score - score.max(axis=1, keepdims=True))
        truths = _clamp(np.round(odds / odds.sum(axis=1, keepdims=True), 12), clamped, is_clamped)
    priors, matrices, pooled, accuracies = _parameters(truths, item, worker, label, len(workers), one_coin=one_coin)
    found = {(i, x): float(truths[items[i], classes[x]]) for i in items for x in classes}
    return CrowdModel(workers, classes, found, priors, matrices, pooled, accuracies)


def _clamp(truths: Floats, clamped: Floats, is_clamped: Floats) -> Floats:
    return np.where(is_clamped[:, None], clamped, truths)


def _parameters(
    truths: Floats, item: Floats, worker: Floats, label: Floats, n_workers: int, *, one_coin: bool
) -> tuple[Floats, Floats, Floats, Floats | None]:
    """Priors, matrices of the workers and of all together, and the coins behind them."""
    n_classes = truths.shape[1]
    counts = np.zeros((n_workers, n_classes, n_classes))
    for place in range(n_classes):
        np.add.at(counts, (worker, place, label), truths[item, place])
    priors = (truths.sum(axis=0) + PSEUDO) / (truths.sum() + PSEUDO * n_classes)
    together = counts.sum(axis=0)
    if not one_coin:
        return priors, _confusion(counts), _confusion(together), None
    coins, coin = _coin(counts), _coin(together)
    return priors, _coin_matrix(coins, n_classes), _coin_matrix(coin, n_classes), coins


def _confusion(counts: Floats) -> Floats:
    smoothed = counts + PSEUDO
    return smoothed / smoothed.sum(axis=-1, keepdims=True)


def _coin(counts: Floats) -> Floats:
    right = np.trace(counts, axis1=-2, axis2=-1)
    return (right + PSEUDO) / (counts.sum(axis=(-2, -1)) + 2 * PSEUDO)


def _coin_matrix(coin: Floats, n_classes: int) -> Floats:
    coin = np.asarray(coin)[..., None, None]
    same = np.eye(n_classes)
    return coin * same + (1 - coin) / max(n_classes - 1, 1) * (1 - same)
