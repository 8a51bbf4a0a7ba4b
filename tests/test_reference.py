"""Hand-worked checks of the reference implementation itself."""

from __future__ import annotations

import hashlib
import math
import random

import numpy as np
import pytest

from .reference import (
    Partition,
    Settings,
    _audit_line,
    _fit_line,
    _Grid,
    aggregate,
    default_scale,
    fit_decision_point,
    label_pairs,
    label_weight,
    learn,
    ntile_bounds,
    similarity,
    within_over_between,
)

# Two workers, three items; the pairs are alike, unlike, alike. The first two items are audited.
LABELS = [
    ("1", "A", "x"), ("1", "B", "x"),
    ("2", "A", "x"), ("2", "B", "y"),
    ("3", "A", "y"), ("3", "B", "y"),
]  # fmt: skip
AUDITS = {"1": "x", "2": "x"}


def logit(p):
    return math.log(p / (1 - p))


def sigmoid(x):
    return 1 / (1 + math.exp(-x))


# -------------------------------------------------------------------------------------------------------- similarities


@pytest.mark.parametrize(
    ("kind", "name", "a", "b", "scale", "expected"),
    [
        ("category", None, "x", "x", None, 1),
        ("category", None, "x", "y", None, 0),
        ("number", None, 1.0, 3.0, 2.0, math.exp(-0.5)),
        ("number", "linear", 1.0, 3.0, 8.0, 0.75),
        ("number", "linear", 1.0, 30.0, 8.0, 0),
        ("keypoint", None, (0, 0), (3, 4), 5.0, math.exp(-0.5)),
        ("keypoint", "linear", (0, 0), (3, 4), 10.0, 0.5),
        ("set", None, frozenset("ab"), frozenset("bcd"), None, 1 / 4),
        ("set", "dice", frozenset("ab"), frozenset("bcd"), None, 2 / 5),
        ("set", "overlap", frozenset("ab"), frozenset("bcd"), None, 1 / 2),
        ("set", None, frozenset(), frozenset(), None, 1),
        ("set", "overlap", frozenset(), frozenset("a"), None, 0),
        ("path", None, ("a", "b", "c"), ("a", "b", "d"), None, 0.75),
        ("path", None, ("a",), ("a", "b"), None, 0.5),
        ("path", None, ("a", "b"), ("b", "b"), None, 0),
        ("path", None, ("a",), ("a",), None, 1),
        ("boxes", None, [(0, 0, 2, 1)], [(1, 0, 3, 1)], None, 1 / 3),
        ("boxes", "dice", [(0, 0, 2, 1)], [(1, 0, 3, 1)], None, 1 / 2),
        ("boxes", "overlap", [(0, 0, 2, 1)], [(0, 0, 5, 1)], None, 1),
        # overlapping boxes of one label count once: region of area 3 against a part of it of area 2
        ("boxes", None, [(0, 0, 2, 1), (1, 0, 3, 1)], [(0, 0, 2, 1)], None, 2 / 3),
        ("boxes", None, [], [], None, 1),
        ("boxes", None, [], [(0, 0, 1, 1)], None, 0),
    ],
)
def test_similarity(kind, name, a, b, scale, expected):
    assert similarity(kind, name, a, b, scale) == pytest.approx(expected, abs=1e-15)
    assert similarity(kind, name, b, a, scale) == pytest.approx(expected, abs=1e-15)


def test_default_scale():
    labels = [("1", "A", 1.0), ("1", "B", 2.0), ("1", "C", 2.0), ("2", "A", 5.0), ("2", "B", 9.0)]
    # distances 1, 1, 0 and 4: the median of 1, 1, 4 is 1; range 8
    assert default_scale(labels, Settings("number")) == 1
    assert default_scale(labels, Settings("number", "linear")) == 8
    assert default_scale(labels[:1], Settings("number")) == 1
    assert default_scale(labels[:1], Settings("number", "linear")) == 1
    points = [("1", "A", (0.0, 0.0)), ("2", "B", (3.0, 4.0))]
    assert default_scale(points, Settings("keypoint", "linear")) == 5


def test_label_pairs():
    assert label_pairs(LABELS[::-1], Settings()) == {("1", "A", "B"): 1, ("2", "A", "B"): 0, ("3", "A", "B"): 1}


# --------------------------------------------------------------------------------------------------------------- types


def test_ntile_bounds():
    # 7 values in 5 buckets: sizes 2, 2, 1, 1, 1
    assert ntile_bounds([7, 6, 5, 4, 3, 2, 1], 5) == [2, 4, 5, 6]
    assert ntile_bounds([3, 1, 2], 5) == [1, 2, 3]
    assert ntile_bounds([1, 1, 1, 1, 1, 9], 5) == [1, 1, 1, 1]
    assert ntile_bounds([], 5) == []


def test_types():
    def close(a: float, b: float) -> float:
        return max(1 - abs(a - b) / 10, 0)

    number = Partition.learn([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], Settings("number"), close)
    assert [number(x) for x in (0.0, 2.0, 2.1, 4.0, 5.0, 6.0, 6.1, 99.0)] == ["1", "1", "2", "2", "3", "4", "5", "5"]
    tied = Partition.learn([1.0] * 5 + [9.0], Settings("number"), close)
    assert (tied(1.0), tied(9.0)) == ("1", "5")
    point = Partition.learn([(0, 9), (1, 8), (2, 7), (3, 6), (4, 5)], Settings("keypoint"), close)
    assert [point(p) for p in ((0, 9), (1, 7), (3.5, 5))] == ["1", "2", "5"]
    # 3 is closest to all (1 + .9 + .8 + .1), then 10 adds most (1 - .3), then 1 and 2 add the same
    clusters = Partition.learn([2.0, 1.0, 3.0, 10.0, 4.0], Settings("number", partition="cluster(2)"), close)
    assert clusters.medoids == [3.0, 10.0]
    assert [clusters(x) for x in (0.0, 6.0, 6.5, 7.0)] == ["1", "1", "1", "2"]
    assert Partition("set", None, close)(frozenset("a")) == "a"
    assert Partition("set", None, close)(frozenset("ab")) == Partition("set", None, close)(frozenset()) == "*"
    assert Partition("path", None, close)(("a", "b")) == "a"
    assert Partition("boxes", None, close)([(0, 0, 1, 1)] * 9) == "8"
    assert Partition("category", None, close)("*all*") == "*all* (type)"
    assert Partition("category", "none", close)("x") == "none"


def test_positions():
    by_hash = sorted("AB", key=lambda w: hashlib.md5(f"2|{w}".encode()).hexdigest())
    model = learn(LABELS, AUDITS, Settings())
    assert [model.positions["2", w] for w in by_hash] == [1, 2]
    times = {(i, w): 0.0 for i, w, _ in LABELS} | {("2", "A"): 1.0}
    model = learn(LABELS, AUDITS, Settings(), times)
    assert (model.positions["1", "A"], model.positions["2", "A"], model.positions["2", "B"]) == (1, 2, 1)


# ------------------------------------------------------------------------------------------------------------ learning


def test_line():
    # weights 1, 1, 2 at x = 0, 1, 1/2: mean x 1/2, mean y (0 + 1 + 2)/4 = 3/4, S_xx = 1/2, S_xy = 1/2
    assert _fit_line([0, 1, 0.5], [0, 1, 1], [1, 1, 2], 3) == pytest.approx((1, 0.25))
    assert _fit_line([0, 1, 0.5], [0, 1, 1], [1, 1, 2], 4) is None
    assert _fit_line([0.5, 0.5], [0, 1], [1, 1], 2) is None
    assert _fit_line([0, 1], [1, 0], [1, 1], 2) is None


def test_worker_competence():
    model = learn(LABELS, AUDITS, Settings())
    a, b = model.worker_competence["A"], model.worker_competence["B"]
    # both agree on 2 of 3; A is right on 2 of 2 audits, B on 1 of 2; equal π: no line
    assert (a["n_labels"], a["n_pairs"], a["n_audits"], a["weight"]) == (3, 3, 2, 7)
    assert (a["mean_similarity"], a["audit_accuracy"]) == (pytest.approx(2 / 3), 1)
    assert (b["mean_similarity"], b["audit_accuracy"]) == (pytest.approx(2 / 3), 0.5)
    assert model.calibration["*all*"] == {
        "slope": 1, "intercept": 0, "n_workers": 2, "n_audits": 4, "source": "identity"
    }  # fmt: skip
    # (2·2·1 + 3·2/3)/7 and (2·2·1/2 + 3·2/3)/7; mean (6 + 4)/14
    assert (a["competence"], b["competence"]) == (pytest.approx(6 / 7), pytest.approx(4 / 7))
    assert model.population["*all*"]["mean_competence"] == pytest.approx(5 / 7)
    # (7·6/7 + 10·5/7)/17 and (7·4/7 + 10·5/7)/17
    assert (a["estimated_accuracy"], b["estimated_accuracy"]) == (pytest.approx(92 / 119), pytest.approx(78 / 119))
    assert model.estimate("nobody", "x")["oak"] == pytest.approx(5 / 7)


def test_worker_type_competence():
    model = learn(LABELS, AUDITS, Settings())
    cells = model.worker_type_competence
    # A x: pairs 1, 0; audits 1, 1: (2·2·1 + 2·1/2)/6.  A y: pair 1.  B x: pair 1, audit 1.  B y: pairs 0, 1; audit 0
    assert {k: c["weight"] for k, c in cells.items()} == {("A", "x"): 6, ("A", "y"): 1, ("B", "x"): 3, ("B", "y"): 4}
    assert cells["A", "x"]["competence"] == pytest.approx(5 / 6)
    assert cells["A", "y"]["competence"] == 1
    assert cells["B", "x"]["competence"] == 1
    assert cells["B", "y"]["competence"] == pytest.approx(1 / 4)
    # (2·5/6 + 1·1)/3 and (1·1 + 2·1/4)/3
    assert model.population["x"]["mean_competence"] == pytest.approx(8 / 9)
    assert model.population["y"]["mean_competence"] == pytest.approx(1 / 2)
    assert model.calibration["y"]["n_workers"] == 1
    assert model.calibration["y"]["n_audits"] == 1
    assert cells["A", "x"]["estimated_accuracy"] == pytest.approx((5 + 10 * 92 / 119) / 16)
    assert cells["B", "y"]["estimated_accuracy"] == pytest.approx((1 + 10 * 78 / 119) / 14)
    assert model.estimate("A", "new")["poak"] == pytest.approx(92 / 119)
    assert model.estimate("nobody", "x")["poak"] == pytest.approx(8 / 9)
    assert model.estimate("nobody", "new")["poak"] == pytest.approx(5 / 7)


def test_paper_without_audit_weight():
    model = learn(LABELS, AUDITS, Settings(audit_weight=0.0))
    assert model.worker_competence["A"]["competence"] == pytest.approx(2 / 3)
    assert model.worker_competence["A"]["weight"] == 3
    lonely = [*LABELS, ("4", "C", "x")]
    assert learn(lonely, {"4": "x"}, Settings(audit_weight=0.0)).worker_competence["C"]["competence"] is None
    assert learn(lonely, {"4": "x"}, Settings()).worker_competence["C"]["competence"] == 1
    # seen, without competence: the population mean
    assert learn(lonely, {}, Settings()).estimate("C", "x")["oak"] == pytest.approx(2 / 3)


def test_calibration_line_is_used():
    # C disagrees always: π_A = (1 + 0)/2 per item of three; A and B agree on every item, so π = 1/2, 1/2, 0
    labels = [(str(i), w, "x" if w != "C" else "y") for i in range(3) for w in "ABC"]
    model = learn(labels, {"0": "x", "1": "y"}, Settings(audit_weight=0.0))
    # audits: A 1/2, B 1/2, C 1/2: slope 0, refused
    assert model.calibration["*all*"]["source"] == "identity"
    model = learn(labels, {"0": "x"}, Settings(audit_weight=0.0))
    # audits 1, 1, 0 at π 1/2, 1/2, 0: slope 2
    line = model.calibration["*all*"]
    assert (line["slope"], line["intercept"]) == (pytest.approx(2), pytest.approx(0, abs=1e-12))
    assert line["source"] == "overall"
    assert model.calibration["x"]["source"] == "overall"
    assert model.worker_competence["A"]["competence"] == pytest.approx(1)


def test_base_rates():
    model = learn(LABELS, AUDITS, Settings())
    # x: of 4 labels elsewhere, 1, 1 and 2 are equal: 4/12; y likewise 2, 1, 1
    assert [model.population[t]["base_rate"] for t in ("x", "y", "*all*")] == pytest.approx([1 / 3] * 3)
    assert learn(LABELS[:2], {}, Settings()).population["x"]["base_rate"] is None
    # sets, two items of one label each: one pair, its first label the one with the smaller hash
    labels = [("1", "A", frozenset("a")), ("2", "A", frozenset("ab"))]
    model = learn(labels, {}, Settings("set"))
    first = min(labels, key=lambda row: hashlib.md5(f"{row[0]}|{row[1]}".encode()).hexdigest())
    rates = {t: model.population[t]["base_rate"] for t in ("a", "*")}
    assert rates == ({"a": 0.5, "*": None} if first is labels[0] else {"a": None, "*": 0.5})
    assert model.population["*all*"]["base_rate"] == 0.5


def test_irt_one_step_one_type():
    model = learn(LABELS, AUDITS, Settings(partition="none", irt_steps=1))
    # p⁰ = 8/24; p = (6/7 − 1/3)·3/2 = 11/14 and (4/7 − 1/3)·3/2 = 5/14; v = 7p(1 − p) = 33/28 and 45/28
    y = [math.log(11 / 3), math.log(5 / 9)]
    v = [33 / 28, 45 / 28]
    # shares 11/26 and 15/26: standardised abilities √(15/11) and −√(11/15), S_xx = Σv = 39/14, S_xy = 39/14 · sd(y)
    spread = (y[0] - y[1]) * math.sqrt(11 * 15) / 26
    b = (39 * spread + 14) / 53
    k = (11 * y[0] + 15 * y[1]) / 26
    abilities = [w * b * (z - k) / (w * b * b + 1) for w, z in zip(v, y, strict=True)]
    irt = model.irt_types["none"]
    assert (irt["base_rate"], irt["separation"], irt["difficulty"]) == (
        pytest.approx(1 / 3),
        pytest.approx(b),
        pytest.approx(-k / b),
    )
    assert [model.irt_workers[w] for w in "AB"] == pytest.approx(abilities)
    poaki = 1 / 3 + 2 / 3 * sigmoid(b * abilities[0] + k)
    found = model.estimate("A", "none")
    assert found["poaki"] == pytest.approx(poaki)
    assert found["poak_irt"] == pytest.approx((6 + 10 * poaki) / 17)
    assert model.estimate("nobody", "none")["poaki"] == pytest.approx(1 / 3 + 2 / 3 * sigmoid(k))
    assert model.estimate("A", "new")["poaki"] == pytest.approx(92 / 119)


def test_no_evidence():
    model = learn([("1", "A", "x"), ("2", "B", "y")], {}, Settings())
    assert set(model.estimate("A", "x").values()) == {None}
    found = model.answer([("A", "x"), ("B", "y"), ("C", "y")])
    assert found["label"] == "y"
    assert found["closest_worker_id"] == "B"
    assert found["raw_accuracy"] is None
    assert found["estimated_accuracy"] is None


# ---------------------------------------------------------------------------------------------------------------- hoak


def test_within_over_between():
    # N = 6, mean 1/2, σ² = 0.1, n₀ = 6 − 12/6 = 4, τ² = (1 − 2·0.1)/4 = 0.2
    cells = [(2, 0.0, 0.1), (2, 0.5, 0.1), (2, 1.0, 0.1)]
    assert within_over_between(cells, 0.1, 200) == pytest.approx(0.5)
    assert within_over_between(cells, 1, 200) == 1
    assert within_over_between(cells[:2], 1, 200) == 10
    assert within_over_between([(2, 0.5, 0.1)] * 3, 1, 200) == 200


def test_audit_line():
    # x̄ = 1/2, ȳ = 2/3, S_xx = 1/2, S_xy = 1/2, λ = 2/9: slope 1
    assert _audit_line([0, 1, 0.5], [0, 1, 1]) == pytest.approx((1, 2 / 3 - 1 / 2))
    # S_xy = −1/2: (−1/2 + 2/9)/(1/2 + 2/9) < 0.1
    assert _audit_line([0, 1, 0.5], [1, 0, 1]) == pytest.approx((0.1, 2 / 3 - 0.05))


def test_hoak():
    hoak = learn(LABELS, AUDITS, Settings(method="hoak")).hoak
    # 4 audited labels: not audited. T = μ = 2/3, U = 0 as both workers agree on 2 of 3
    assert hoak.mu == pytest.approx(2 / 3)
    assert not hoak.audited
    assert list(hoak.type_level.values()) == pytest.approx([2 / 3] * 2)
    assert list(hoak.worker_effect.values()) == pytest.approx([0, 0], abs=1e-12)
    # 4 cells: Σn(μ − μ̄)² = 1/3 is below 3σ² = 0.5001: τ² = 1e-6, so γ_c = 200; 2 types and 2 workers: 10, 10, 50
    assert (hoak.gamma_t, hoak.gamma_w, hoak.gamma_c, hoak.gamma_o, hoak.gamma_a) == (10, 10, 200, 10, 50)
    p = {
        ("A", "x"): (1 + 400 / 3) / 202, ("A", "y"): (1 + 400 / 3) / 201,
        ("B", "x"): (1 + 400 / 3) / 201, ("B", "y"): (1 + 400 / 3) / 202,
    }  # fmt: skip
    assert {c: hoak.smoothed_similarity(*c) for c in p} == pytest.approx(p)
    # identity line; x: residuals of A twice and B once to the truth 1; y: B once to 0
    offset = {"x": (3 - 2 * p["A", "x"] - p["B", "x"]) / 13, "y": -p["B", "y"] / 11}
    assert hoak.type_offset == pytest.approx(offset)
    base = {c: p[c] + offset[c[1]] for c in p}
    shift = {"A": (2 - 2 * base["A", "x"]) / 52, "B": (1 - base["B", "x"] - base["B", "y"]) / 52}
    assert hoak.worker_offset == pytest.approx(shift)
    assert hoak.estimate("A", "x") == pytest.approx((2 + 25 * (base["A", "x"] + shift["A"])) / 27)
    assert hoak.estimate("A", "y") == pytest.approx(base["A", "y"] + shift["A"])
    assert hoak.estimate("B", "y") == pytest.approx(25 * (base["B", "y"] + shift["B"]) / 26)
    assert hoak.estimate("nobody", "x") == pytest.approx(2 / 3 + offset["x"])
    assert hoak.estimate("B", "new") == pytest.approx(2 / 3 + shift["B"])


def test_hoak_audited():
    hoak = learn(LABELS, AUDITS | {"3": "y"}, Settings(partition="none")).hoak
    # one type, two workers, two cells: every γ is 10 but γ_a = 50; π̃ = 2/3 for both, so S_xx = 0 and slope 1
    assert hoak.audited
    assert (hoak.gamma_t, hoak.gamma_c) == (10, 10)
    assert hoak.type_level["none"] == pytest.approx(2 / 3)
    # y = 1, 1, 1 and 1, 0, 1: mean 5/6
    assert (hoak.slope, hoak.intercept) == pytest.approx((1, 1 / 6))
    assert hoak.type_offset["none"] == pytest.approx(0, abs=1e-12)
    # A: residuals 3·1/6 over 53; B: 1/6 − 5/6 + 1/6
    assert (hoak.worker_offset["A"], hoak.worker_offset["B"]) == pytest.approx((0.5 / 53, -0.5 / 53))
    assert hoak.estimate("A", "none") == pytest.approx((3 + 25 * (5 / 6 + 0.5 / 53)) / 28)


# --------------------------------------------------------------------------------------------------------- aggregation


def test_label_weight():
    assert label_weight("linear", 0.5, None) == 0.5
    assert label_weight("cubed", 0.5, None) == 0.125
    assert label_weight("cubed", 0.0, None) == 1e-12
    assert label_weight("log_odds", 0.8, 0.2) == pytest.approx(2 * math.log(4))
    assert label_weight("log_odds", 0.1, 0.2) == 0.01
    assert label_weight("log_odds", 1.0, None) == pytest.approx(2 * math.log(49))
    assert label_weight("uniform", 0.5, None) == label_weight("linear", None, None) == 1


def test_aggregate():
    assert aggregate("category", ["b", "a", "b", "a"], [0.1, 0.3, 0.2, 0.0]) == "a"  # 0.1 + 0.2 ties with 0.3
    assert aggregate("number", [1.0, 4.0], [2, 1]) == 2
    assert aggregate("number", [0.1] * 3, [0.3, 0.2, 0.7]) == 0.1
    assert aggregate("keypoint", [(0.0, 3.0), (3.0, 0.0)], [2, 1]) == (1, 2)
    assert aggregate("set", [frozenset("ab"), frozenset("b"), frozenset("c")], [1, 1, 1]) == {"b"}
    assert aggregate("set", [frozenset("a"), frozenset("b")], [1, 1]) == frozenset()


@pytest.mark.parametrize(
    ("labels", "weights", "expected"),
    [
        # roots a (2) over b (1); then x and y tie: the smaller text
        ([("a", "y"), ("a", "x"), ("b",)], [1, 1, 1], ("a", "x")),
        # stop at a (1) ties with x (1)
        ([("a",), ("a", "x")], [1, 1], ("a",)),
        # stop at a (1) loses against x (2)
        ([("a",), ("a", "x"), ("a", "x", "u")], [1, 1, 1], ("a", "x")),
        # stop (1.5) is compared with each child, not with both together
        ([("a",), ("a", "x"), ("a", "y")], [1.5, 1, 1], ("a",)),
        # at the root the roots tie: the smaller, though it goes no further
        ([("b", "x"), ("a",)], [1, 1], ("a",)),
        # nothing to stop at the root
        ([(), ("a",)], [5, 1], ("a",)),
        ([(), ()], [1, 1], ()),
    ],
)
def test_path_aggregate(labels, weights, expected):
    assert aggregate("path", labels, weights) == expected


def test_boxes_aggregate():
    labels = [[(0, 0, 2, 1)], [(1, 0, 3, 1)], [(1, 0, 2, 5)]]
    found = aggregate("boxes", labels, [1, 1, 1])
    grid = _Grid([found, [(1, 0, 2, 1)]])
    assert grid.area(grid.mask(found) ^ grid.mask([(1, 0, 2, 1)])) == 0
    assert sum((c - a) * (d - b) for a, b, c, d in found) == 1
    assert aggregate("boxes", [*labels[:2], []], [1, 1, 2]) == []  # 2 of 4 is not more than half
    assert aggregate("boxes", [[], []], [1, 1]) == []


def test_answer():
    model = learn(LABELS, AUDITS, Settings(method="oak", weights="linear"))
    found = model.answer([("B", "y"), ("A", "x")])
    # A's 92/119 outweighs B's 78/119
    assert (found["label"], found["label_type"], found["closest_worker_id"]) == ("x", "x", "A")
    assert found["agreement"] == 0.5
    assert found["raw_accuracy"] == found["estimated_accuracy"] == pytest.approx(92 / 119)
    found = model.answer([("B", "y"), ("A", "x"), ("nobody", "y")])
    # 78/119 + 85/119; of the two who said y the unknown one has the larger estimate
    assert (found["label"], found["closest_worker_id"]) == ("y", "nobody")
    assert found["raw_accuracy"] == pytest.approx(5 / 7)


def test_sad_and_bau():
    labels = [("B", "y"), ("nobody", "y"), ("A", "x")]
    assert learn(LABELS, AUDITS, Settings(method="oak", aggregation="sad")).answer(labels)["label"] == "y"
    assert learn(LABELS, AUDITS, Settings(method="oak", aggregation="bau")).answer(labels)["label"] == "x"
    sad = learn(LABELS, AUDITS, Settings(method="oak", aggregation="sad"))
    assert sad.answer([("B", "y"), ("A", "x")])["label"] == "x"  # tie: the larger estimate
    assert sad.answer([("B", "y")])["label"] == "y"


# ----------------------------------------------------------------------------------------------------- decision points


def test_decision_point_is_the_optimum():
    rng = np.random.default_rng(1)
    y, raw, agreement = rng.uniform(size=12), rng.uniform(0.3, 0.9, size=12), rng.uniform(size=12)
    delta, epsilon = fit_decision_point(y, raw, agreement, with_slope=True)
    p = np.array([sigmoid(logit(c) + delta + epsilon * s) for c, s in zip(raw, agreement, strict=True)])
    assert [(y - p).sum() - delta, (agreement * (y - p)).sum() - epsilon] == pytest.approx([0, 0], abs=1e-12)
    delta, epsilon = fit_decision_point(y, raw, agreement, with_slope=False)
    p = np.array([sigmoid(logit(c) + delta) for c in raw])
    assert (y - p).sum() - delta == pytest.approx(0, abs=1e-12)
    assert epsilon == 0
    assert fit_decision_point(y[:9], raw[:9], agreement[:9], with_slope=True) == (0, 0)


def test_decision_points_of_a_model():
    labels = [(str(i), w, "x") for i in range(12) for w in "ABC"[: 2 + (i < 4)]]
    model = learn(labels, {str(i): "x" for i in range(11)} | {"elsewhere": "x"}, Settings(max_labels=2))
    assert {t: p["n_audits"] for t, p in model.decision_points.items()} == {1: 11, 2: 11, 3: 0}
    assert model.decision_points[1]["epsilon"] == 0
    # all right, agreement 1: both coefficients are pulled alike
    assert model.decision_points[2]["delta"] == pytest.approx(model.decision_points[2]["epsilon"])
    assert model.decision_points[2]["delta"] > 0
    found = model.answer([("A", "x"), ("B", "x")])
    point = model.decision_points[2]
    raw = min(found["raw_accuracy"], 0.99)
    assert found["estimated_accuracy"] == pytest.approx(sigmoid(logit(raw) + point["delta"] + point["epsilon"]))


# -------------------------------------------------------------------------------------------------------------- smoke


def _random_label(kind, rng):
    words = rng.sample("abcd", rng.randint(0, 3))
    corner = [rng.randint(0, 4) for _ in range(2)]
    return {
        "category": rng.choice("abc"),
        "number": float(rng.randint(0, 20)),
        "keypoint": (float(rng.randint(0, 9)), float(rng.randint(0, 9))),
        "set": frozenset(words),
        "path": ("r", *words),
        "boxes": [(*corner, corner[0] + 2, corner[1] + k) for k in range(1, rng.randint(1, 4))],
    }[kind]


@pytest.mark.parametrize("aggregation", ["weighted", "sad", "bau"])
@pytest.mark.parametrize("kind", ["category", "number", "keypoint", "set", "path", "boxes"])
def test_every_kind_learns(kind, aggregation):
    rng = random.Random(3)
    labels = [(f"i{i}", w, _random_label(kind, rng)) for i in range(15) for w in rng.sample("ABCDE", 3)]
    audits = {f"i{i}": _random_label(kind, rng) for i in range(12)}
    for method in ("oak", "poak", "poaki", "poak_irt", "hoak"):
        model = learn(labels, audits, Settings(kind, method=method, aggregation=aggregation))
        found = model.answer([(w, x) for i, w, x in labels if i == "i0"] + [("nobody", _random_label(kind, rng))])
        assert 0 < found["estimated_accuracy"] < 1
        assert 0 <= found["agreement"] <= 1
        assert set(model.decision_points) == {1, 2, 3}
        for (_item, worker), type_ in model.label_types.items():
            assert 0 <= model.estimate(worker, type_)[method] <= 1
