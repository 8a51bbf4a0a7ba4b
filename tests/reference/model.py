"""Learning everything, and the estimates from it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from tests.reference.aggregation import aggregate, label_weight, weighted_median
from tests.reference.arithmetic import _clip, _logit, _mean, _rounded, _sigmoid
from tests.reference.competence import _calibrate, _competence, _evidence, _population
from tests.reference.dawid_skene import CrowdModel, fit_crowd_model
from tests.reference.decisions import fit_decision_point
from tests.reference.hoak import Hoak, _fit_hoak
from tests.reference.intervals import Spread, _fit_spread, _interval
from tests.reference.irt import _fit_irt
from tests.reference.lines import majority_spans
from tests.reference.partition import Partition
from tests.reference.rows import _group, _positions, _Row, _rows, _sample_order
from tests.reference.settings import (
    ALL,
    CROWD_MODELS,
    MEDOID_KINDS,
    Cell,
    Item,
    Label,
    Measure,
    Record,
    Settings,
    Worker,
)
from tests.reference.similarities import _measure

NO_INTERVAL = {"accuracy_low": None, "accuracy_high": None}


@dataclass
class Model:
    """What was learned, and the estimates from it."""

    settings: Settings
    partition: Partition
    measure: Measure
    positions: dict[tuple[Item, Worker], int]
    label_types: dict[tuple[Item, Worker], str]
    calibration: dict[str, Record]
    population: dict[str, Record]
    worker_competence: dict[Worker, Record]
    worker_type_competence: dict[Cell, Record]
    irt_types: dict[str, Record]
    irt_workers: dict[Worker, float]
    hoak: Hoak
    spread: Spread
    crowd: dict[str, CrowdModel] = field(default_factory=dict)
    decision_points: dict[int, Record] = field(default_factory=dict)
    gains: dict[int, Record] = field(default_factory=dict)

    def _smooth(self, evidence: Record | None, prior: float | None) -> float | None:
        """Own competence pulled to the prior with γ (Estimating one label)."""
        if evidence is None or evidence["competence"] is None or prior is None:
            return prior
        weight, gamma = evidence["weight"], self.settings.gamma
        return (weight * evidence["competence"] + gamma * prior) / (weight + gamma)

    def _oak(self, worker: Worker) -> float | None:
        """OAK (Estimating one label)."""
        return self._smooth(self.worker_competence.get(worker), self.population[ALL]["mean_competence"])

    def _poak(self, worker: Worker, type_: str) -> float | None:
        """POAK (Estimating one label)."""
        if worker in self.worker_competence:
            prior = self._oak(worker)
        else:
            prior = self.population.get(type_, {}).get("mean_competence")
            prior = self.population[ALL]["mean_competence"] if prior is None else prior
        return self._smooth(self.worker_type_competence.get((worker, type_)), prior)

    def _poaki(self, worker: Worker, type_: str) -> float | None:
        """POAKi (Estimating one label)."""
        if type_ not in self.irt_types:
            return self._oak(worker)
        irt = self.irt_types[type_]
        ability = self.irt_workers.get(worker, 0.0)
        chance = irt["base_rate"]
        return chance + (1 - chance) * _sigmoid(irt["separation"] * (ability - irt["difficulty"]))

    def _by_crowd(self, name: str, worker: Worker, label: Label) -> float | None:
        """By a model of the crowd, where it was fitted (Dawid–Skene)."""
        if name not in self.crowd:
            return None
        found = self.crowd[name].estimate(worker, label)
        return self._oak(worker) if found is None else found

    def estimate(self, worker: Worker, type_: str, label: Label = None) -> dict[str, float | None]:
        """The estimate of a label of this type by this worker, by every method (Estimating one label)."""
        poaki = self._poaki(worker, type_)
        return {
            "oak": self._oak(worker),
            "poak": self._poak(worker, type_),
            "poaki": poaki,
            "poak_irt": self._smooth(self.worker_type_competence.get((worker, type_)), poaki),
            "hoak": self.hoak.estimate(worker, type_),
            **{name: self._by_crowd(name, worker, label) for name in CROWD_MODELS},
        }

    def _estimate(self, worker: Worker, type_: str, label: Label) -> float | None:
        """The estimate by the chosen method."""
        return self.estimate(worker, type_, label)[self.settings.method]

    def weight(self, estimate: float | None) -> float:
        """The weight of a label with this estimate (Aggregating)."""
        scheme = self.settings.weights or ("log_odds" if self.settings.kind == "category" else "cubed")
        return label_weight(scheme, estimate, self.population[ALL]["base_rate"])

    def _choose(self, workers: Sequence[Worker], labels: Sequence[Label], estimates: Sequence[float | None]) -> Label:
        """The item's label: weighted aggregate, SAD or BAU (Aggregating)."""
        if self.settings.aggregation == "weighted" and self.settings.method in self.crowd:
            probable = self.crowd[self.settings.method].most_probable(list(zip(workers, labels, strict=True)))
            if probable is not None:
                return probable
        way, weights = self.settings.aggregation, [self.weight(e) for e in estimates]
        if way == "weighted" and (self.settings.kind in MEDOID_KINDS or self.settings.similarity == "matched_iou"):
            way = "medoid"
        if way == "weighted":
            return aggregate(self.settings.kind, labels, weights)
        if way in ("majority", "median"):
            return {"majority": majority_spans, "median": weighted_median}[way](labels, weights)
        scores = [0.0] * len(labels)
        if way == "medoid":
            for i, label in enumerate(labels):
                scores[i] = math.fsum(
                    w * (1.0 if j == i else self.measure(label, other))
                    for j, (other, w) in enumerate(zip(labels, weights, strict=True))
                )
        if self.settings.aggregation == "sad" and len(labels) > 1:
            for i, label in enumerate(labels):
                scores[i] = _mean([self.measure(label, other) for j, other in enumerate(labels) if j != i])
        best = min(range(len(labels)), key=lambda i: (-_rounded(scores[i]), -_rounded(estimates[i]), i))
        return labels[best]

    def _raw_answer(self, labels: Sequence[tuple[Worker, Label]]) -> Record:
        """Aggregate, closest worker, agreement and raw estimate of an item (Aggregating)."""
        if not labels:
            raise ValueError("no labels")
        estimates = [self._estimate(worker, self.partition(label), label) for worker, label in labels]
        chosen = self._choose([worker for worker, _ in labels], [label for _, label in labels], estimates)
        similar = [self.measure(chosen, label) for _, label in labels]
        closest = min(
            range(len(labels)), key=lambda i: (-_rounded(similar[i]), -_rounded(estimates[i]), i, labels[i][0])
        )
        worker, label = labels[closest]
        type_ = self.partition(label if self._takes_closest_type() else chosen)
        return {
            "label": chosen,
            "label_type": type_,
            "closest_worker_id": worker,
            "agreement": _mean(similar),
            "raw_accuracy": self._estimate(worker, type_, chosen),
        }

    def _takes_closest_type(self) -> bool:
        """Pieces of boxes or spans are not boxes or spans: their number says nothing (Aggregating)."""
        clustered = str(self.settings.partition).startswith("cluster")
        return clustered or self.settings.kind == "boxes" or self.settings.aggregation == "majority"

    def answer(self, labels: Sequence[tuple[Worker, Label]]) -> Record:
        """The item's label and estimate after these labels, in arrival order (Aggregating, More decision points)."""
        found = self._raw_answer(labels)
        raw = found["raw_accuracy"]
        if raw is None:
            return {**found, "estimated_accuracy": None, **NO_INTERVAL}
        point = self.decision_points.get(len(labels), {"delta": 0.0, "epsilon": 0.0})
        c = _clip(raw, 0.01, 0.99)
        accuracy = _sigmoid(_logit(c) + point["delta"] + point["epsilon"] * found["agreement"])
        variance = self.spread.cell(found["closest_worker_id"], found["label_type"], c)
        stretch = accuracy * (1 - accuracy) / (c * (1 - c))
        return {**found, "estimated_accuracy": accuracy, **_interval(accuracy, variance, stretch)}

    def fit_decision_points(self, rows: Sequence[_Row], audits: dict[Item, Label]) -> None:
        """δ and ε per number of labels, from the prefixes of audited items (More decision points)."""
        items = {i: sorted(group, key=lambda r: r.position) for i, group in _group(rows, lambda r: r.item).items()}
        limit = self.settings.max_labels if self.settings.max_labels is not None else math.inf
        points = {}
        for t in range(1, max(map(len, items.values()), default=0) + 1):
            seen = []
            for item, group in items.items():
                if t <= min(len(group), limit) and audits.get(item) is not None:
                    found = self._raw_answer([(row.worker, row.label) for row in group[:t]])
                    if found["raw_accuracy"] is not None:
                        right = self.measure(found["label"], audits[item])
                        seen.append((right, found["raw_accuracy"], found["agreement"]))
            y, raw, agreement = zip(*seen, strict=True) if seen else ((), (), ())
            delta, epsilon = fit_decision_point(y, raw, agreement, with_slope=t > 1)
            points[t] = {"delta": delta, "epsilon": epsilon, "n_audits": len(seen)}
        self.decision_points = points
        self._fit_gains(items.values(), limit)

    def _fit_gains(self, items: Iterable[Sequence[_Row]], limit: float) -> None:
        """What one more label adds to the estimate, a ridge line over the estimate, per number of labels (Stopping)."""
        steps: dict[int, list[tuple[float, float]]] = {}
        for group in items:
            if len(group) > 1:
                for t in range(1, int(min(len(group), limit))):
                    now, then = (
                        self.answer([(row.worker, row.label) for row in group[:n]])["estimated_accuracy"]
                        for n in (t, t + 1)
                    )
                    if now is not None and then is not None:
                        steps.setdefault(t, []).append((now, then - now))
        for t, seen in steps.items():
            if len(seen) >= 10:
                x, y = (np.array(side) for side in zip(*seen, strict=True))
                slope = float(((x - x.mean()) * (y - y.mean())).sum() / (((x - x.mean()) ** 2).sum() + 1))
                self.gains[t] = {"n_items": len(seen), "intercept": float(y.mean() - slope * x.mean()), "slope": slope}

    def decide(self, n_labels: int, answer: Record, threshold: float, max_labels: int | None) -> Record:
        """Stop or ask, and why (Stopping)."""
        accuracy = answer["estimated_accuracy"]
        known = self._is_known(answer["closest_worker_id"], answer["label_type"])
        is_full = max_labels is not None and n_labels >= max_labels
        if known and accuracy is not None and accuracy >= threshold:
            reason = "threshold reached"
        elif is_full:
            reason = "max_labels reached"
        else:
            reason = "below threshold" if known else "no evidence yet"
        line = self.gains.get(max((t for t in self.gains if t <= n_labels), default=0))
        gain = None
        if accuracy is not None and line is not None:
            gain = _clip(accuracy + line["intercept"] + line["slope"] * accuracy, 0, 1) - accuracy
        is_asked = not reason.endswith("reached")
        return {
            "margin": None if accuracy is None else accuracy - threshold,
            "expected_gain": None if is_full else gain,
            "decision": "ask" if is_asked else "stop",
            "reason": reason,
            "priority": gain if is_asked else None,
        }

    def _is_known(self, worker: Worker, type_: str) -> bool:
        of_worker = self.worker_competence.get(worker, {}).get("competence")
        of_type = self.population.get(type_, {}).get("mean_competence")
        return of_worker is not None or of_type is not None


def learn(
    annotations: Sequence[tuple[Item, Worker, Label]],
    audits: dict[Item, Label],
    settings: Settings,
    times: dict[tuple[Item, Worker], float] | None = None,
    whole: Model | None = None,
    crowd_models: Sequence[str] | None = None,
) -> Model:
    """Learn everything from labels and audits (Learning; all sections after it).

    In a trial, what rests on labels alone (scale, types, chance similarity) is that of the `whole` data. Models of the
    crowd are fitted where one is the method, or those named.
    """
    annotations = [row for row in annotations if row[2] is not None]
    if len({(item, worker) for item, worker, _ in annotations}) < len(annotations):
        raise ValueError("more than one label of a worker for an item")
    measure = whole.measure if whole else _measure(annotations, settings)
    order = _sample_order(annotations, times)
    annotations.sort(key=lambda row: order[row[0], row[1]])
    partition = whole.partition if whole else Partition.learn([label for _, _, label in annotations], settings, measure)
    positions = _positions(annotations, times)
    rows = _rows(annotations, audits, positions, partition, measure)

    alpha = settings.audit_weight
    workers = {i: _evidence(group, alpha) for i, group in _group(rows, lambda row: row.worker).items()}
    cells = {c: _evidence(group, alpha) for c, group in _group(rows, lambda row: (row.worker, row.type)).items()}
    calibration = {ALL: _calibrate(workers.values(), 2, None)}
    for type_ in {row.type for row in rows}:
        of_type = [cell for (_, t), cell in cells.items() if t == type_]
        calibration[type_] = _calibrate(of_type, 3, calibration[ALL])
    for evidence in workers.values():
        evidence["competence"] = _competence(evidence, calibration[ALL], alpha)
    for (_, type_), evidence in cells.items():
        evidence["competence"] = _competence(evidence, calibration[type_], alpha)

    known = whole.population if whole else None
    population = _population(rows, workers, cells, settings, measure, known)
    irt_types, irt_workers = _fit_irt(cells, population, settings.irt_steps)
    hoak = _fit_hoak(rows)
    model = Model(
        settings=settings,
        partition=partition,
        measure=measure,
        positions=positions,
        label_types={(row.item, row.worker): row.type for row in rows},
        calibration=calibration,
        population=population,
        worker_competence=workers,
        worker_type_competence=cells,
        irt_types=irt_types,
        irt_workers=irt_workers,
        hoak=hoak,
        spread=_fit_spread(rows, hoak),
        crowd={
            name: fit_crowd_model(annotations, audits, one_coin=name == "one_coin")
            for name in CROWD_MODELS
            if name in ([settings.method] if crowd_models is None else crowd_models)
        },
    )
    for worker, evidence in workers.items():
        c = evidence["estimated_accuracy"] = model.estimate(worker, ALL)["oak"]
        slope = calibration[ALL]["slope"]
        evidence.update(NO_INTERVAL if c is None else _interval(c, model.spread.worker(worker, c, slope)))
    for (worker, type_), evidence in cells.items():
        c = evidence["estimated_accuracy"] = model.estimate(worker, type_)["poak"]
        evidence.update(NO_INTERVAL if c is None else _interval(c, model.spread.cell(worker, type_, c)))
    model.fit_decision_points(rows, audits)
    return model
