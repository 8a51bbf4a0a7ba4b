"""Lines, competence and population (Learning)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from tests.reference.arithmetic import _clip, _mean, _weighted_mean
from tests.reference.rows import _audits, _pairs, _Row
from tests.reference.settings import ALL, Cell, Measure, Record, Settings, Worker


def _evidence(rows: Sequence[_Row], audit_weight: float) -> Record:
    """Counts and means of one worker's labels (Learning)."""
    pairs, audits = _pairs(rows), _audits(rows)
    return {
        "n_labels": len(rows),
        "n_pairs": len(pairs),
        "mean_similarity": _mean(pairs),
        "n_audits": len(audits),
        "audit_accuracy": _mean(audits),
        "weight": len(pairs) + audit_weight * len(audits),
    }


def _fit_line(
    x: Sequence[float], y: Sequence[float], weights: Sequence[float], at_least: int
) -> tuple[float, float] | None:
    """Weighted least-squares slope and intercept, None where not allowed (Learning)."""
    if len(x) < at_least:
        return None
    total = math.fsum(weights)
    mean_x, mean_y = _weighted_mean(x, weights), _weighted_mean(y, weights)
    variance = math.fsum(w * (u - mean_x) ** 2 for w, u in zip(weights, x, strict=True)) / total
    if variance <= 1e-9:
        return None
    covariance = math.fsum(w * (u - mean_x) * (v - mean_y) for w, u, v in zip(weights, x, y, strict=True)) / total
    slope = covariance / variance
    return (slope, mean_y - slope * mean_x) if slope > 1e-9 else None


def _calibrate(evidence: Iterable[Record], at_least: int, otherwise: Record | None) -> Record:
    """The line from agreement to accuracy, own or taken over (Learning)."""
    both = [e for e in evidence if e["n_pairs"] and e["n_audits"]]
    counts = {"n_workers": len(both), "n_audits": sum(e["n_audits"] for e in both)}
    line = _fit_line(
        [e["mean_similarity"] for e in both],
        [e["audit_accuracy"] for e in both],
        [e["n_audits"] for e in both],
        at_least,
    )
    if line is not None:
        source = "overall" if otherwise is None else "own"
        return {"slope": line[0], "intercept": line[1], **counts, "source": source}
    if otherwise is not None:
        return {**otherwise, **counts}
    return {"slope": 1.0, "intercept": 0.0, **counts, "source": "identity"}


def _competence(evidence: Record, line: Record, audit_weight: float) -> float | None:
    """Calibrated agreement with the audits folded in (Learning)."""
    if evidence["weight"] == 0:
        return None
    total = 0.0
    if evidence["n_pairs"]:
        calibrated = _clip(line["slope"] * evidence["mean_similarity"] + line["intercept"], 0.0, 1.0)
        total += evidence["n_pairs"] * calibrated
    if evidence["n_audits"]:
        total += audit_weight * evidence["n_audits"] * evidence["audit_accuracy"]
    return total / evidence["weight"]


def _mean_competence(evidence: Iterable[Record]) -> float | None:
    """Population mean, by numbers of labels (Learning)."""
    known = [e for e in evidence if e["competence"] is not None]
    if not known:
        return None
    return _weighted_mean([e["competence"] for e in known], [e["n_labels"] for e in known])


def _base_rate_categories(rows: Sequence[_Row], type_: str) -> float | None:
    """Share of equal labels among the other items' labels (IRT fit)."""
    everywhere = Counter(row.label for row in rows)
    within = Counter((row.item, row.label) for row in rows)
    of_item = Counter(row.item for row in rows)
    own = [row for row in rows if row.type == type_]
    equal = sum(everywhere[row.label] - within[row.item, row.label] for row in own)
    others = sum(len(rows) - of_item[row.item] for row in own)
    return min(equal / others, 0.95) if others else None


def _base_rate_sampled(rows: Sequence[_Row], type_: str, measure: Measure) -> float | None:
    """Mean similarity of each label to its next 8 in sample order, pairs of one item skipped (IRT fit)."""
    found = [
        measure(row.label, other.label)
        for i, row in enumerate(rows)
        for other in rows[i + 1 : i + 9]
        if row.type == type_ and row.item != other.item
    ]
    return min(_mean(found), 0.95) if found else None


def _population(
    rows: Sequence[_Row],
    workers: dict[Worker, Record],
    cells: dict[Cell, Record],
    settings: Settings,
    measure: Measure,
    known: dict[str, Record] | None,
) -> dict[str, Record]:
    """Labels, mean competence and base rate, per type and overall (Learning, IRT fit)."""
    counts = Counter(row.type for row in rows)
    population = {}
    for type_, n in counts.items():
        if known is not None:
            base_rate = known[type_]["base_rate"]
        elif settings.kind == "category":
            base_rate = _base_rate_categories(rows, type_)
        else:
            base_rate = _base_rate_sampled(rows, type_, measure)
        mean = _mean_competence(cell for (_, t), cell in cells.items() if t == type_)
        population[type_] = {"n_labels": n, "mean_competence": mean, "base_rate": base_rate}
    based = [p for p in population.values() if p["base_rate"] is not None]
    population[ALL] = {
        "n_labels": len(rows),
        "mean_competence": _mean_competence(workers.values()),
        "base_rate": _weighted_mean([p["base_rate"] for p in based], [p["n_labels"] for p in based]) if based else None,
    }
    return population
