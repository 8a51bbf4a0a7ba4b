"""Every kind by itself: similarities worked by hand, the properties of a similarity, and the edges of each label."""

import json
import math
from itertools import pairwise
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

import oakdb
from tests.reference import SIMILARITIES, similarity
from tests.samples import KINDS, random_label, written

S = dict[str, Any]


def span(start: float, stop: float, tag: str | None = None) -> S:
    return {"start": start, "stop": stop} | ({} if tag is None else {"tag": tag})


def box(x1: float, y1: float, x2: float, y2: float) -> S:
    return {"x1": x1, "y1": y1, "x2": x2, "y2": y2}


WORKED: list[tuple[str, str | None, Any, Any, float]] = [
    # 4 and 3 positions, 2 shared: 2 · 2 / 7
    ("spans", None, [span(0, 4)], [span(2, 5)], 4 / 7),
    ("spans", "jaccard", [span(0, 4)], [span(2, 5)], 2 / 5),
    ("spans", "exact_f1", [span(0, 4)], [span(2, 5)], 0),
    ("spans", "exact_f1", [span(0, 2), span(3, 4)], [span(3, 4)], 2 / 3),
    ("spans", None, [], [], 1),
    ("spans", "exact_f1", [], [], 1),
    ("spans", None, [], [span(0, 1)], 0),
    # touching and overlapping spans cover what one span covers; their order and repetition do not matter
    ("spans", None, [span(0, 2), span(2, 4)], [span(0, 4)], 1),
    ("spans", None, [span(1, 4), span(0, 2), span(0, 2)], [span(0, 4)], 1),
    ("spans", "exact_f1", [span(0, 2), span(2, 4)], [span(0, 4)], 0),
    ("spans", "exact_f1", [span(3, 4), span(0, 2), span(0, 2)], [span(0, 2), span(3, 4)], 1),
    # spans that touch share no position
    ("spans", None, [span(0, 2)], [span(2, 4)], 0),
    # positions of another tag are other positions; an empty tag is none
    ("spans", None, [span(0, 2, "PER")], [span(0, 2, "LOC")], 0),
    ("spans", None, [span(0, 2, "PER"), span(0, 2, "LOC")], [span(0, 2, "LOC")], 2 / 3),
    ("spans", None, [span(0, 2, "")], [span(0, 2)], 1),
    ("spans", None, [span(0.5, 1.25)], [span(0.5, 1)], 0.8),
    # 3 and 4 words, 2 shared; case, punctuation, order and repetition do not matter
    ("text", None, "The big dog.", "A DOG, the the cat", 2 / 5),
    ("text", "dice", "The big dog.", "A DOG, the the cat", 4 / 7),
    ("text", None, "Größe 12 ist egal", "EGAL größe", 2 / 4),
    ("text", None, "犬が 吠える", "犬が", 1 / 2),
    ("text", None, "a", "", 0),
    ("text", None, "…", "!?", 1),
    ("text", None, "x " * 50_000 + "y", "x", 1 / 2),
    ("text", "levenshtein", "kitten", "sitting", 1 - 3 / 7),
    ("text", "levenshtein", "größe", "grosse", 1 - 3 / 6),
    ("text", "levenshtein", "日本語", "日本", 1 - 1 / 3),
    ("text", "levenshtein", "👍🏽", "👍", 1 / 2),
    ("text", "levenshtein", "a", "", 0),
    ("text", "levenshtein", "ab" * 2000, "ab" * 1999 + "b", 1 - 1 / 4000),
    ("text", "jaro_winkler", "MARTHA", "MARHTA", 0.9611111111111111),
    ("text", "jaro_winkler", "märthä", "märhtä", 0.9611111111111111),
    ("text", "jaro_winkler", "DIXON", "DICKSONX", 0.8133333333333332),
    ("text", "jaro_winkler", "a", "", 0),
    ("text", "jaro_winkler", "日本", "中国", 0),
    # depths 1 to 3: 0/1, 2/2, 2/3
    ("ranking", None, ["a", "b", "c"], ["b", "a", "d"], (0 + 1 + 2 / 3) / 3),
    ("ranking", None, ["a"], ["a", "b"], (1 + 1 / 2) / 2),
    ("ranking", None, ["a"], ["b"], 0),
    ("ranking", None, ["ä", "日"], ["ä", "日"], 1),
    # one of three pairs in opposite order
    ("ranking", "kendall", ["a", "b", "c"], ["b", "a", "c"], 2 / 3),
    ("ranking", "kendall", ["a", "b", "c"], ["c", "b", "a"], 0),
    # b and c are tied behind a on the one side
    ("ranking", "kendall", ["a"], ["a", "b", "c"], 1 - 0.5 / 3),
    ("ranking", "kendall", ["a"], ["b"], 0),
    ("ranking", "kendall", ["a"], ["a"], 1),
    ("mask", None, "0110", "0011", 1 / 3),
    ("mask", "dice", "0110", "0011", 1 / 2),
    ("mask", "overlap", "0110", "0111", 1),
    ("mask", None, "0000", "0000", 1),
    ("mask", None, "0000", "1111", 0),
    ("mask", None, "1", "1", 1),
    ("mask", None, "1100", "0011", 0),
    # on canvases of different sizes nothing is shared
    ("mask", None, "111", "1111", 0),
    # 2 × 3, columns first: 1 bit not set, 2 set, 3 not set; empty runs do not matter
    ("mask", None, {"size": [2, 3], "counts": [1, 2, 3]}, {"size": [2, 3], "counts": [0, 0, 2, 1, 3]}, 1 / 2),
    ("mask", None, "01100", {"size": [5], "counts": [1, 1, 0, 1, 2]}, 1),
    # runs longer than the stretches they are cut into: 300 … 1300 and 700 … 1700
    ("mask", None, "0" * 300 + "1" * 1000 + "0" * 700, {"size": [2000], "counts": [700, 1000, 300]}, 600 / 1400),
    ("vector", None, [1, 0], [1, 1], (1 + math.sqrt(0.5)) / 2),
    ("vector", None, [1, 2], [2, 4], 1),
    ("vector", None, [1, 0], [-3, 0], 0),
    ("vector", None, [1, 0], [0, 5], 1 / 2),
    ("vector", None, [0, 0], [1, 1], 1 / 2),
    ("vector", None, [0, 0], [0, 0], 1),
    ("vector", None, [1, 1], [1, 1, 0], 0),
    ("vector", None, [2], [3], 1),
    # each box of the left with its own: IoU 1/3 and 1
    ("boxes", "matched_iou", [box(0, 0, 2, 1), box(5, 5, 6, 6)], [box(5, 5, 6, 6), box(1, 0, 3, 1)], (1 / 3 + 1) / 2),
    # one region, but two boxes against one
    ("boxes", "matched_iou", [box(0, 0, 1, 1), box(1, 0, 2, 1)], [box(0, 0, 2, 1)], 1 / 4),
    ("boxes", "matched_iou", [box(0, 0, 1, 1)] * 2, [box(0, 0, 1, 1)], 1 / 2),
    # greedy: the best pair first (1/2), which leaves the other two without a match
    ("boxes", "matched_iou", [box(0, 0, 2, 1), box(-3, 0, 1, 1)], [box(0, 0, 4, 1), box(8, 0, 9, 1)], 1 / 4),
    # of two equal boxes the one of the same class; a class against none is no match
    (
        "boxes",
        "matched_iou",
        [{**box(0, 0, 1, 1), "class": "a"}],
        [{**box(0, 0, 1, 1), "class": c} for c in "ba"],
        1 / 2,
    ),
    ("boxes", "matched_iou", [{**box(0, 0, 1, 1), "class": "a"}], [box(0, 0, 1, 1)], 0),
    ("boxes", "matched_iou", [], [], 1),
    ("boxes", "matched_iou", [], [box(0, 0, 1, 1)], 0),
    ("boxes", "matched_iou", [box(0, 0, 1, 1)], [box(1, 0, 2, 1)], 0),
    ("boxes", None, [box(0, 0, 1, 1)], [box(1, 0, 2, 1)], 0),
    ("boxes", None, [box(0, 0, 1, 1), box(1, 0, 2, 1)], [box(0, 0, 2, 1)], 1),
    ("boxes", None, [], [], 1),
    ("boxes", None, [], [box(0, 0, 9, 9)], 0),
    # boxes of one label that overlap count once: 4 + 4 − 1 of 9; 16 + 0 + 1 of 20; the same box three times
    ("boxes", None, [box(0, 0, 2, 2), box(1, 1, 3, 3)], [box(0, 0, 3, 3)], 7 / 9),
    ("boxes", None, [box(0, 0, 4, 4), box(1, 1, 2, 2), box(3, 0, 5, 1)], [box(0, 0, 5, 4)], 17 / 20),
    ("boxes", None, [box(0, 0, 1, 1)] * 3, [box(0, 0, 1, 1)], 1),
    # a cross, both of whose bars have area 3: 5 squares, of which the other label has 3
    ("boxes", None, [box(0, 1, 3, 2), box(1, 0, 2, 3)], [box(1, 0, 2, 3)], 3 / 5),
    ("boxes", "dice", [box(0, 0, 2, 1)], [box(1, 0, 3, 1)], 1 / 2),
    ("boxes", "overlap", [box(0, 0, 4, 4)], [box(1, 1, 2, 2)], 1),
    ("category", None, "日本", "日本", 1),
    ("category", None, "é", "e", 0),
    ("set", None, [], [], 1),
    ("set", None, [], ["a"], 0),
    ("set", None, ["a", "b", "a"], ["b"], 1 / 2),
    ("set", None, ["ä", "日"], ["日"], 1 / 2),
    ("set", "dice", ["a", "b"], ["b"], 2 / 3),
    ("set", "dice", [], [], 1),
    ("set", "overlap", ["a", "b"], ["b"], 1),
    ("set", "overlap", [], ["a"], 0),
    # ½ + ½ (2 − 1)/(3 − 1), ½ + ½ (1 − 1)/(2 − 1)
    ("path", None, ["a", "b", "c"], ["a", "b"], 3 / 4),
    ("path", None, ["a"], ["a", "b"], 1 / 2),
    ("path", None, ["a", "b"], ["c", "b"], 0),
    ("path", None, ["ä", "日"], ["ä", "日"], 1),
    ("path", "jaccard", ["a", "b", "c"], ["a", "b"], 2 / 3),
    # the one distance that is not 0 is the scale: exp(−½)
    ("keypoint", None, {"x": 0, "y": 0}, {"x": 3, "y": 4}, math.exp(-0.5)),
    ("keypoint", None, {"x": 1, "y": 1}, {"x": 1, "y": 1}, 1),
    # the labels lie within 3 × 4, whose diagonal is 5
    ("keypoint", "linear", {"x": 0, "y": 0}, {"x": 3, "y": 4}, 0),
    ("keypoint", "linear", {"x": 0, "y": 0}, {"x": 1.5, "y": 2}, 1 / 2),
    ("number", None, 1, 3, math.exp(-0.5)),
    ("number", None, 7, 7, 1),
    ("number", "linear", 0, 10, 0),
    ("number", "linear", 2, 4, 1 - 2 / 10),
    # four levels in all: 1, 2, 5, 100
    ("number", "ordinal", 1, 5, 1 - 2 / 3),
    ("number", "ordinal", 2, 5, 1 - 1 / 3),
    ("number", "ordinal", 1, 100, 0),
    ("number", "ordinal", 5, 5, 1),
]


def pair_similarities(kind: str, pairs: list[tuple[Any, Any]], **settings: Any) -> list[float]:
    """The similarity of each pair, each as an item of its own."""
    rows = [
        (f"{place:06}", worker, label if isinstance(label, str | float | int) else json.dumps(label))
        for place, pair in enumerate(pairs)
        for worker, label in zip("ab", pair, strict=True)
    ]
    results = oakdb.run(pd.DataFrame(rows, columns=["item_id", "worker_id", "label"]), kind=kind, **settings)
    assert results.rejected.empty, results.rejected.to_string()
    found = results.table("label_pairs")["similarity"].tolist()
    results.con.close()
    assert len(found) == len(pairs)
    return found


@pytest.mark.parametrize(("kind", "name"), sorted({(kind, name or "") for kind, name, *_ in WORKED}))
def test_similarities_worked_by_hand(kind: str, name: str) -> None:
    cases = [(a, b, expected) for k, n, a, b, expected in WORKED if (k, n or "") == (kind, name)]
    settings = {"similarity": name or None}
    assert pair_similarities(kind, [(a, b) for a, b, _ in cases], **settings) == pytest.approx(
        [expected for *_, expected in cases], abs=1e-12
    )
    assert pair_similarities(kind, [(b, a) for a, b, _ in cases], **settings) == pytest.approx(
        [expected for *_, expected in cases], abs=1e-12
    )


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in KINDS for name in SIMILARITIES[kind]])
def test_a_similarity_is_symmetric_within_0_and_1_and_1_with_itself(kind: str, name: str) -> None:
    rng = np.random.default_rng(11)
    labels = [written(kind, random_label(kind, rng)) for _ in range(60)]
    settings: S = {"similarity": name, "scale": 2.5 if kind in ("number", "keypoint") else None}
    forward = pair_similarities(kind, list(pairwise(labels)), **settings)
    backward = pair_similarities(kind, [(b, a) for a, b in pairwise(labels)], **settings)
    assert forward == pytest.approx(backward, abs=1e-12)
    assert all(0 <= value <= 1 for value in forward)
    assert pair_similarities(kind, [(label, label) for label in labels], **settings) == pytest.approx(
        [1.0] * len(labels), abs=1e-12
    )


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind in ("set", "boxes", "spans")])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_order_and_repetition_of_elements_do_not_matter(kind: str, place: int) -> None:
    rng = np.random.default_rng(place)
    labels = [json.loads(written(kind, random_label(kind, rng))) for _ in range(30)]
    shuffled = [[*(label[index] for index in rng.permutation(len(label))), *label[:1]] for label in labels]
    name = SIMILARITIES[kind][place]
    assert pair_similarities(kind, list(pairwise(labels)), similarity=name) == pytest.approx(
        pair_similarities(kind, list(pairwise(shuffled)), similarity=name), abs=1e-12
    )


def test_matching_by_class_agrees_with_the_reference() -> None:
    rng = np.random.default_rng(4)
    labels = [
        [(*part, [None, "cat", "ü"][rng.integers(0, 3)]) for part in random_label("boxes", rng)] for _ in range(60)
    ]
    named = [[dict(zip(("x1", "y1", "x2", "y2", "class"), part, strict=True)) for part in label] for label in labels]
    found = pair_similarities("boxes", list(pairwise(named)), similarity="matched_iou")
    assert found == pytest.approx([similarity("boxes", "matched_iou", a, b) for a, b in pairwise(labels)], abs=1e-12)


def test_the_order_of_boxes_does_not_matter_to_their_matching() -> None:
    rng = np.random.default_rng(3)
    labels = [json.loads(written("boxes", random_label("boxes", rng))) for _ in range(40)]
    shuffled = [[label[index] for index in rng.permutation(len(label))] for label in labels]
    assert pair_similarities("boxes", list(pairwise(labels)), similarity="matched_iou") == pytest.approx(
        pair_similarities("boxes", list(pairwise(shuffled)), similarity="matched_iou"), abs=1e-12
    )


def answer(kind: str, labels: list[Any], **settings: Any) -> Any:
    """The answer to one item with these labels, all of the same weight."""
    rows = [
        ("1", f"w{place}", label if isinstance(label, str) else json.dumps(label), place)
        for place, label in enumerate(labels)
    ]
    frame = pd.DataFrame(rows, columns=["item_id", "worker_id", "label", "seq"])
    results = oakdb.run(frame, kind=kind, weights="uniform", time_column="seq", **settings)
    (found,) = results.relation("item_estimates").project("label").fetchall()
    results.con.close()
    return found[0]


def test_the_medoid_is_the_most_central_label() -> None:
    labels = [[span(0, 2)], [span(0, 3)], [span(0, 9)]]
    assert answer("spans", labels) == [{"start": 0, "stop": 3, "tag": None}]
    assert answer("set", [["a"], ["a", "b"], ["c"]], aggregation="medoid") == ["a"]
    assert answer("number", [1, 2, 9], aggregation="medoid", scale=5) == 2


def test_a_lone_label_is_its_own_medoid_and_of_two_the_first_wins() -> None:
    assert answer("spans", [[span(3, 4)]]) == [{"start": 3, "stop": 4, "tag": None}]
    assert answer("spans", [[span(3, 4)], [span(0, 1)]]) == [{"start": 3, "stop": 4, "tag": None}]


def test_the_majority_of_spans_is_where_more_than_half_of_the_weight_lies() -> None:
    labels = [[span(0, 4), span(2, 5)], [span(4, 8)], [span(3, 6, "X"), span(3, 6)]]
    assert answer("spans", labels, aggregation="majority") == [{"start": 3, "stop": 6, "tag": None}]
    assert answer("spans", [[span(0, 1)], [span(1, 2)]], aggregation="majority") == []


def test_the_majority_of_masks_is_by_bit_and_comes_as_run_lengths() -> None:
    assert answer("mask", ["0110", "0011", "1111"]) == {"size": [4], "counts": [1, 3]}
    assert answer("mask", ["1110", "1001", "1000"]) == {"size": [4], "counts": [0, 1, 3]}
    assert answer("mask", ["11", "11", "10"]) == {"size": [2], "counts": [0, 2]}
    assert answer("mask", ["10", "01"]) == {"size": [2], "counts": [2]}
    squares = [{"size": [2, 2], "counts": [0, 3, 1]}, {"size": [2, 2], "counts": [1, 3]}]
    assert answer("mask", squares) == {"size": [2, 2], "counts": [1, 2, 1]}
    assert answer("mask", ["111", "1", "1"]) == {"size": [1], "counts": [0, 1]}


def test_the_type_of_a_mask_is_the_share_of_its_bits() -> None:
    labels = ["00000", "10000", "01100", "11100", "11110", "11111"]
    rows = [(str(place), "w", label) for place, label in enumerate(labels)]
    results = oakdb.run(pd.DataFrame(rows, columns=["item_id", "worker_id", "label"]), kind="mask")
    assert results.labels["label_type"].tolist() == ["1", "2", "3", "4", "5", "5"]


def test_vectors_are_averaged_in_the_dimension_most_of_the_weight_has() -> None:
    assert answer("vector", [[1, 0], [0, 1]]) == [0.5, 0.5]
    assert answer("vector", [[9], [1, 0], [0, 1]]) == [0.5, 0.5]
    assert answer("vector", [[1], [1, 0]]) == [1]


@pytest.mark.parametrize(
    ("kind", "partition", "labels", "types"),
    [
        ("number", "quantiles(2)", [1, 2, 3, 4], ["1", "1", "2", "2"]),
        ("number", "kmeans(2)", [1, 2, 100, 101], None),
        ("keypoint", "kmeans(2)", [{"x": 0, "y": 0}, {"x": 1, "y": 0}, {"x": 9, "y": 9}, {"x": 9, "y": 8}], None),
        ("vector", "kmeans(2)", [[0, 1], [0, 2], [9, 9], [9, 8]], None),
        ("text", "length(2)", ["", "a", "bcd", "efgh"], ["1", "1", "2", "2"]),
        ("set", "count(2)", [[], ["a"], ["a", "b"], ["a", "b", "c"]], ["0", "1", "2", "2"]),
        ("set", "first", [[], ["a"], ["b", "a"], ["c"]], ["", "a", "a", "c"]),
        ("ranking", "length(2)", [["a"], ["b"], ["b", "a"], ["c", "a", "b"]], ["1", "1", "2", "2"]),
        ("boxes", "none", [[], [], [], []], ["none"] * 4),
        ("category", "lower(label)", ["A", "a", "B", "b"], ["a", "a", "b", "b"]),
        ("category", "column domain", ["x", "x", "y", "y"], ["d0", "d1", "d2", "null"]),
    ],
)
def test_the_rules_of_partition(kind: str, partition: str, labels: list[Any], types: list[str] | None) -> None:
    texts = [label if isinstance(label, str | int) else json.dumps(label) for label in labels]
    rows = [(str(place), "w", text, f"d{place}" if place < 3 else None) for place, text in enumerate(texts)]
    frame = pd.DataFrame(rows, columns=["item_id", "worker_id", "label", "domain"])
    results = oakdb.run(frame, kind=kind, partition=partition)
    found = results.labels["label_type"].tolist()
    results.con.close()
    if types is None:  # two cells, in whatever order the hash seeds them
        assert found[0] == found[1] != found[2] == found[3]
        assert set(found) == {"1", "2"}
    else:
        assert found == types


@pytest.mark.parametrize(
    ("kind", "partition", "message"),
    [
        ("category", "kmeans(3)", "setting 'partition' is 'kmeans(3)': give for category one of cluster, none"),
        ("number", "first", "give for number one of quantiles, kmeans, cluster, none"),
        ("number", "kmeans(0)", "kmeans of 1 to 100"),
        ("number", "quantiles(1000)", "quantiles of 1 to 100"),
        ("number", "column nowhere", "nowhere"),
        ("number", "other + 1", "is not one SQL expression over `label`"),
    ],
)
def test_a_partition_that_the_kind_does_not_take_is_refused(kind: str, partition: str, message: str) -> None:
    frame = pd.DataFrame([("1", "a", 1)], columns=["item_id", "worker_id", "label"])
    with pytest.raises(oakdb.OakError) as refused:
        oakdb.run(frame, kind=kind, partition=partition)
    assert message in str(refused.value)


def test_the_median_is_the_smallest_label_that_reaches_half_of_the_weight() -> None:
    assert answer("number", [9, 1, 2], aggregation="median") == 2
    assert answer("number", [9, 1, 2, 4], aggregation="median") == 2
    assert answer("number", [7], aggregation="median") == 7


def test_a_number_between_two_levels_is_half_a_place_from_either() -> None:
    frame = pd.DataFrame([("1", "a", 1), ("1", "b", 2), ("2", "a", 7)], columns=["item_id", "worker_id", "label"])
    results = oakdb.run(frame, kind="number", similarity="ordinal", weights="uniform")
    assert results.items["label"].tolist() == [1.5, 7.0]
    assert results.items["agreement"].tolist() == pytest.approx([1 - 0.5 / 2, 1])


def test_texts_and_rankings_are_answered_by_a_reported_label() -> None:
    assert answer("ranking", [["a", "b"], ["b", "a"], ["a"]]) == ["a", "b"]
    texts = pd.DataFrame(
        [("1", "a", "a dog"), ("1", "b", "the dog"), ("1", "c", "a cat")], columns=["item_id", "worker_id", "label"]
    )
    assert oakdb.run(texts, kind="text", weights="uniform").items["label"].tolist() == ["a dog"]


@pytest.mark.skipif(duckdb.__version__.startswith("1.4"), reason="DuckDB 1.4 reads no such frame, and says so")
def test_objects_with_and_without_a_tag_may_stand_side_by_side_in_a_frame() -> None:
    labels = [[span(0, 2)], [span(0, 2.5, "PER")], [span(1, 2), span(1, 2, "PER")], []]
    frame = pd.DataFrame([(1, place, label) for place, label in enumerate(labels)], columns=["item", "worker", "label"])
    results = oakdb.run(frame, kind="spans")
    assert results.rejected.empty
    assert results.table("label_pairs")["similarity"].tolist() == pytest.approx([0, 2 / 4, 0, 2 / 4.5, 0, 0])


def test_the_type_of_spans_is_their_number_at_most_four() -> None:
    labels = [[], [span(0, 1)], [span(0, 1), span(0, 1)], [span(place, place + 1) for place in range(7)]]
    rows = [(str(place), "w", json.dumps(label)) for place, label in enumerate(labels)]
    results = oakdb.run(pd.DataFrame(rows, columns=["item_id", "worker_id", "label"]), kind="spans")
    assert results.labels["label_type"].tolist() == ["0", "1", "1", "4"]


def test_of_equal_labels_the_better_and_then_the_earlier_is_the_closest() -> None:
    """Known workers differ, strangers do not: among them the order of arrival decides, beyond ten labels, too."""
    random = np.random.default_rng(4)
    rows = [(f"i{item}", f"w{worker}", "ab"[random.integers(2)]) for item in range(40) for worker in range(12)]
    seen = pd.DataFrame(rows, columns=["item", "worker", "label"])
    strangers = seen.assign(item="new-" + seen["item"], worker="new-" + seen["worker"])
    with oakdb.run(seen, kind="category") as task:
        oakdb.add(strangers, task)
        labels = task.table("label_estimates").merge(task.items[["item_id", "label", "closest_worker_id"]])
    labels["rounded"] = (labels["hoak"] * 1e12).round()
    best = labels.sort_values(["rounded", "position"], ascending=[False, True]).groupby("item_id").first()
    assert best["worker_id"].tolist() == best["closest_worker_id"].tolist()
    assert best["rounded"].nunique() > 3
    assert labels[labels["item_id"].str.startswith("new-")].groupby(["item_id"])["rounded"].nunique().eq(1).all()
