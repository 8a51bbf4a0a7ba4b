"""Every number of the SQL against the plain reference, on random inputs of every kind."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import oakdb
from tests.reference import CrowdModel, Model, Settings, label_pairs, learn, similarity
from tests.samples import KINDS, Sample, annotation_frame, random_label, sample

TOLERANCE = 1e-9
THRESHOLDS = [0.8, 0.6]  # after one label, and after more
METHODS = ("oak", "poak", "poaki", "poak_irt", "hoak")
CROWD_MODELS = ("dawid_skene", "one_coin")
OTHER_SIMILARITIES = {
    "number": ["linear", "ordinal"],
    "keypoint": ["linear"],
    "set": ["dice"],
    "boxes": ["overlap", "matched_iou"],
    "spans": ["jaccard", "exact_f1"],
    "text": ["levenshtein", "jaro_winkler"],
    "mask": ["dice"],
    "ranking": ["kendall"],
}
PARTITIONS = {
    "number": ["quantiles(3)", "kmeans(3)"],
    "keypoint": ["kmeans(8)", "kmeans(2)"],
    "set": ["count(2)", "first", "length(2)"],
    "path": ["count(2)", "first"],
    "boxes": ["count(2)"],
    "spans": ["count(2)", "length(2)"],
    "text": ["length(3)"],
    "ranking": ["count(3)", "length(2)"],
    "vector": ["kmeans(2)"],
}
OWN_AGGREGATIONS = {"spans": ["majority"], "number": ["median"]}


@st.composite
def cases(draw: st.DrawFn, kind: str, methods: Sequence[str] = METHODS) -> tuple[Sample, Settings, int]:
    seed = draw(st.integers(0, 10**6))
    drawn = sample(
        kind,
        seed,
        n_items=draw(st.integers(1, 30)),
        n_workers=draw(st.integers(1, 7)),
        most_labels=draw(st.integers(1, 5)),
        audit_share=draw(st.sampled_from([0.0, 0.3, 1.0])),
        timed=draw(st.booleans()),
    )
    chosen = Settings(
        kind=kind,
        similarity=draw(st.sampled_from([None, *OTHER_SIMILARITIES.get(kind, [])])),
        partition=draw(st.sampled_from([None, None, "none", "cluster(3)", *PARTITIONS.get(kind, [])])),
        method=draw(st.sampled_from(methods)),
        gamma=draw(st.sampled_from([10.0, 2.5])),
        audit_weight=draw(st.sampled_from([2.0, 0.0, 0.5])),
        irt_steps=draw(st.sampled_from([8, 1, 3])),
        aggregation=draw(
            st.sampled_from(["weighted", "weighted", "medoid", "sad", "bau", *OWN_AGGREGATIONS.get(kind, [])])
        ),
        weights=draw(st.sampled_from([None, "linear", "cubed", "log_odds", "uniform"])),
        max_labels=draw(st.sampled_from([None, 2])),
    )
    return drawn, chosen, seed


@pytest.mark.parametrize("kind", KINDS)
def test_all_numbers_agree_with_the_reference(kind: str) -> None:
    @settings(max_examples=10, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(cases(kind))
    def agree(case: tuple[Sample, Settings, int]) -> None:
        drawn, chosen, seed = case
        results = run_sql(drawn, chosen)
        try:
            model = learn(drawn.annotations, drawn.audits, chosen, drawn.times)
            compare_learned(results, model, drawn, chosen)
            compare_live(results, model, drawn)
            compare_live(results, model, with_newcomers(results, drawn, seed))
        finally:
            results.con.close()

    agree()


@settings(max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(cases("category", CROWD_MODELS))
def test_models_of_the_crowd_agree_with_the_reference(case: tuple[Sample, Settings, int]) -> None:
    drawn, chosen, seed = case
    results = run_sql(drawn, chosen)
    try:
        model = learn(drawn.annotations, drawn.audits, chosen, drawn.times)
        compare_crowd(results, chosen.method, model.crowd[chosen.method])
        compare_live(results, model, drawn)
        compare_live(results, model, with_newcomers(results, drawn, seed))
    finally:
        results.con.close()


def compare_crowd(results: oakdb.Results, method: str, found: CrowdModel) -> None:
    truths = {key: {"probability": value} for key, value in found.truths.items()}
    compare(results, f"{method}_posteriors", ["item_id", "true_class"], truths)
    priors = {(label,): {"prior": float(found.priors[k])} for label, k in found.classes.items()}
    compare(results, f"{method}_classes", ["true_class"], priors)
    if method == "one_coin":
        coins = {(worker,): {"accuracy": float(found.accuracies[i])} for worker, i in found.workers.items()}
        compare(results, "one_coin_workers", ["worker_id"], coins)
        return
    pooled = {
        (true, reported): {"probability": float(found.pooled[k, x])}
        for true, k in found.classes.items()
        for reported, x in found.classes.items()
    }
    compare(results, "dawid_skene_pooled", ["true_class", "reported_class"], pooled)
    matrices = {
        (worker, true, reported): {"probability": float(found.matrices[i, k, x])}
        for worker, i in found.workers.items()
        for true, k in found.classes.items()
        for reported, x in found.classes.items()
    }
    compare(results, "dawid_skene_confusions", ["worker_id", "true_class", "reported_class"], matrices)


def run_sql(drawn: Sample, chosen: Settings) -> oakdb.Results:
    given_settings = {
        name: value for name, value in vars(chosen).items() if name not in ("kind",) and value is not None
    }
    if drawn.times:
        given_settings["time_column"] = "seq"
    given_settings["threshold"] = THRESHOLDS
    return oakdb.run(drawn.frame(), drawn.audit_frame(), chosen.kind, **given_settings)


def with_newcomers(results: oakdb.Results, drawn: Sample, seed: int) -> Sample:
    """More labels arrive after learning: of a new worker, of known ones, of types never seen, on old items and new."""
    rng = np.random.default_rng(seed + 1)
    workers = sorted({worker for _, worker, _ in drawn.annotations})
    added = [(drawn.annotations[0][0], "newcomer", random_label(drawn.kind, rng))]
    added += [("new item", worker, random_label(drawn.kind, rng)) for worker in ("newcomer", *workers[:2])]
    if drawn.kind == "category":
        added.append(("newer item", workers[0], "never seen"))
        added.append(("newer item", "newcomer", "never seen"))
    arrived = annotation_frame(drawn.kind, added)
    if drawn.times:
        arrived["seq"] = None  # without a time: after all others
    results.con.from_df(arrived).insert_into("oakdb.raw_annotations")
    return Sample(drawn.kind, drawn.annotations + added, drawn.audits)


def compare_learned(results: oakdb.Results, model: Model, drawn: Sample, chosen: Settings) -> None:
    compare(results, "worker_competence", ["worker_id"], {(key,): row for key, row in model.worker_competence.items()})
    compare(results, "worker_type_competence", ["worker_id", "label_type"], model.worker_type_competence)
    compare(results, "calibration", ["label_type"], {(key,): row for key, row in model.calibration.items()})
    compare(results, "population", ["label_type"], {(key,): row for key, row in model.population.items()})
    compare(results, "irt_types", ["label_type"], {(key,): row for key, row in model.irt_types.items()})
    compare(results, "irt_workers", ["worker_id"], {(key,): {"ability": a} for key, a in model.irt_workers.items()})
    compare(results, "decision_points", ["n_labels"], {(key,): row for key, row in model.decision_points.items()})
    compare(results, "point_gains", ["n_labels"], {(key,): row for key, row in model.gains.items()})
    compare_hoak(results, model)
    pairs = {key: {"similarity": value} for key, value in label_pairs(drawn.annotations, chosen).items()}
    compare(results, "label_pairs", ["item_id", "worker_a", "worker_b"], pairs)


def compare_hoak(results: oakdb.Results, model: Model) -> None:
    """Every γ, the line, the levels and effects, the offsets, and the scatter; without a pair there is no level."""
    hoak, spread = model.hoak, model.spread
    parameters = {
        "mean_similarity": hoak.mu,
        "gamma_type": hoak.gamma_t,
        "gamma_worker": hoak.gamma_w,
        "gamma_cell": hoak.gamma_c,
        "gamma_type_offset": hoak.gamma_o,
        "gamma_worker_offset": hoak.gamma_a,
        "slope": hoak.slope,
        "intercept": hoak.intercept,
        "similarity_variance": spread.similarity_variance,
        "dispersion": spread.dispersion,
    }
    compare(results, "hoak_parameters", [], {(): parameters})
    types = {(t,): {"level": hoak.type_level.get(t), "accuracy_offset": o} for t, o in hoak.type_offset.items()}
    workers = {(i,): {"accuracy_offset": a} for i, a in hoak.worker_offset.items()}
    if hoak.mu is not None:
        workers = {(i,): {**workers[i,], "effect": effect} for i, effect in hoak.worker_effect.items()}
    compare(results, "hoak_types", ["label_type"], types)
    compare(results, "hoak_workers", ["worker_id"], workers)


def compare_live(results: oakdb.Results, model: Model, now: Sample) -> None:
    """The views, on the annotations as they stand."""
    labels = {(item, worker): label for item, worker, label in now.annotations}
    by_item: dict[str, list[tuple[int, str]]] = {}
    estimates = records(results, "label_estimates", ["item_id", "worker_id"])
    assert estimates.keys() == labels.keys()
    for (item, worker), row in estimates.items():
        assert_close(f"label {item} {worker}", row, model.estimate(worker, row["label_type"], labels[item, worker]))
        by_item.setdefault(item, []).append((row["position"], worker))
    items = records(results, "item_estimates", ["item_id"])
    prefixes = records(results, "prefix_estimates", ["item_id", "n_labels"])
    decisions = records(results, "item_decisions", ["item_id"])
    most = model.settings.max_labels
    assert len(items) == len(decisions) == len(by_item)
    assert len(prefixes) == sum(min(len(order), most or len(order)) for order in by_item.values())
    for item, order in by_item.items():
        assert [position for position, _ in sorted(order)] == list(range(1, len(order) + 1))
        in_order = [(worker, labels[item, worker]) for _, worker in sorted(order)]
        for t in range(1, min(len(order), most or len(order)) + 1):
            compare_answer(f"item {item} after {t}", now.kind, prefixes[item, t], model.answer(in_order[:t]))
        expected = model.answer(in_order)
        assert items[item,]["n_labels"] == len(order)
        compare_answer(f"item {item}", now.kind, items[item,], expected)
        compare_decision(decisions[item,], model.decide(len(order), expected, THRESHOLDS[min(len(order), 2) - 1], most))


def compare_answer(where: str, kind: str, row: dict[str, Any], expected: dict[str, Any]) -> None:
    assert_same_label(kind, row["label"], expected["label"])
    assert_close(where, row, {name: value for name, value in expected.items() if name != "label"})


def compare_decision(row: dict[str, Any], expected: dict[str, Any]) -> None:
    if expected["margin"] is not None and abs(expected["margin"]) < TOLERANCE:
        return  # either is right
    assert_close(f"decision of {row['item_id']}", row, expected)


def compare(
    results: oakdb.Results, name: str, keys: list[str], expected: dict[tuple[Any, ...], dict[str, Any]]
) -> None:
    rows = records(results, name, keys)
    assert rows.keys() == expected.keys(), name
    for key, values in expected.items():
        assert_close(f"{name} {key}", rows[key], values)


def records(results: oakdb.Results, name: str, keys: list[str]) -> dict[tuple[Any, ...], dict[str, Any]]:
    relation = results.relation(name)
    rows = [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]
    found = {tuple(row[key] for key in keys): row for row in rows}
    assert len(found) == len(rows), f"{name} is not unique by {keys}"
    return found


def assert_close(where: str, row: dict[str, Any], expected: dict[str, Any]) -> None:
    for column, value in expected.items():
        found = row[column]
        if isinstance(value, float) and found is not None:
            assert math.isclose(found, value, rel_tol=TOLERANCE, abs_tol=TOLERANCE), (where, column, found, value)
        else:
            assert found == value, (where, column, found, value)


def assert_same_label(kind: str, found: Any, expected: Any) -> None:
    if kind == "number":
        assert math.isclose(found, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    elif kind == "keypoint":
        assert found["x"] == pytest.approx(expected[0], abs=TOLERANCE)
        assert found["y"] == pytest.approx(expected[1], abs=TOLERANCE)
    elif kind == "set":
        assert frozenset(found) == expected
    elif kind == "path":
        assert tuple(found) == expected
    elif kind == "spans":
        spans = [(span["start"], span["stop"], span["tag"]) for span in found]
        assert len(spans) == len(set(spans))
        assert set(spans) == set(expected)
    elif kind == "mask":
        assert bits_of(found) == expected
    elif kind == "ranking":
        assert tuple(found) == expected
    elif kind == "vector":
        assert found == pytest.approx(list(expected), abs=TOLERANCE)
    elif kind == "boxes":
        boxes = [(box["x1"], box["y1"], box["x2"], box["y2"]) for box in found]
        assert similarity("boxes", "jaccard", boxes, expected) == pytest.approx(1, abs=TOLERANCE)
    else:
        assert found == expected


def bits_of(mask: dict[str, Any]) -> str:
    """A mask as the reference has it."""
    return "".join("01"[place % 2] * count for place, count in enumerate(mask["counts"]))
