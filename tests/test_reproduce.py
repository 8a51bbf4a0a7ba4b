"""The page of results: from generated sets and a folder, with every claim judged by its numbers."""

import json
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import oakdb
from fixtures.topics import topics
from reproduce import __main__ as command
from reproduce import intervals, sources
from reproduce.claims import claims, covered, goals
from reproduce.league import league, matrices
from reproduce.peers import peers
from reproduce.stopping import share
from tests.test_docs import anchors


def test_the_page_has_every_set_and_every_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = topics(n_items=150, n_workers=10, seed=1)
    (tmp_path / "tags").mkdir()
    data.annotations.to_parquet(tmp_path / "tags/annotations.parquet")
    data.truth.to_parquet(tmp_path / "tags/gold.parquet")
    (tmp_path / "README.md").write_text(
        "| name | kind |\n|---|---|\n| tags | set |\n| gone | set |\n", encoding="utf-8"
    )
    monkeypatch.setattr(sources, "GENERATED", ("keypoints",))
    monkeypatch.setattr(sources, "N_ITEMS", 150)
    monkeypatch.setattr(command, "PAGE", tmp_path / "results.md")
    monkeypatch.setattr(oakdb, "evaluate", partial(oakdb.evaluate, trials=2))
    monkeypatch.setattr(intervals, "SEEDS", 2)
    command.main([tmp_path])
    written = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert {"keypoints-generated", "tags", "on-the-generated-sets", "on-the-public-sets"} <= anchors(
        tmp_path / "results.md"
    )
    assert written.count("POAK-Weight beats OAK-Weight on the mean") == 2
    assert "nan" not in written
    assert (
        written.count("Coverage, set by set")
        == written.count("| set | worker | worker and type | item | after 1 |")
        == 2
    )


def test_claims_are_judged_by_the_numbers() -> None:
    """Two sets; POAK leads on both, and calibration takes it there."""
    rauc = {
        "no audits": {
            "OAK-Weight": 1,
            "OAK-BAU": 2,
            "POAK-Weight": 1.5,
            "POAK-BAU": 0,
            "POAKi": 1,
            "POAK+IRT": 1,
            "SAD": 3,
        },
        "calibrated": {"OAK-Weight": 1.05, "POAK-Weight": 2},
        "folded in": {
            "OAK-Weight": 1,
            "OAK-BAU": 2,
            "POAK-Weight": 2,
            "POAK-BAU": 0,
            "POAKi": 1,
            "POAK+IRT": 2,
            "HOAK-Weight": 4,
        },
    }
    results = pd.DataFrame(
        [
            {"data": data, "variant": variant, "contender": method, "train_share": share, "rauc_mean": value}
            for data in ("one", "two")
            for variant, values in rauc.items()
            for method, value in values.items()
            for share in (0.1, 0.7)
        ]
    )
    found = {claim.text: claim.holds for claim in claims(results)}
    assert list(found.values()) == [True, True, True, True, False, False, False, True]


def ranking(rauc: dict[str, dict[str, tuple[float, float]]]) -> pd.DataFrame:
    """Results of methods by set: RAUC, and how far its interval reaches."""
    return pd.DataFrame(
        [
            {
                "data": data,
                "method": method,
                "weights": "linear",
                "scheme": "linear",
                "variant": "folded in",
                "train_share": 0.7,
                "rauc_mean": mean,
                "rauc_low": mean - reach,
                "saving_at_parity": 0.5,
                "accuracy_all": mean / 10,
                "ece": mean / 100,
                "coverage": 0.9 + mean / 100,
            }
            for method, sets in rauc.items()
            for data, (mean, reach) in sets.items()
        ]
    )


def test_the_best_is_marked_and_whoever_cannot_be_told_apart_from_it() -> None:
    results = ranking(
        {
            "POAK-Weight": {"one": (5, 0.5), "two": (1, 1)},
            "OAK-Weight": {"one": (4.6, 1), "two": (4, 0.1)},
            "Dawid-Skene": {"one": (4.4, 9)},
        }
    )
    rauc, saving, accuracy, ece, coverage = matrices(results)
    assert "| OAK-Weight (linear) | 4.60 ≈ | **4.00** | 1 |" in rauc
    assert "| POAK-Weight (linear) | **5.00** | 1.00 | 1 |" in rauc
    assert "| Dawid-Skene (linear) | 4.40 |  | 0 |" in rauc
    assert "| OAK-Weight (linear) | **50.0%** | **50.0%** | 2 |" in saving
    assert "| POAK-Weight (linear) | **0.500** | 0.100 | 1 |" in accuracy
    assert "| POAK-Weight (linear) | 0.050 | **0.010** | 1 |" in ece
    assert "| POAK-Weight (linear) | **95.0%** | 91.0% | 1 |" in coverage
    means = league(results)
    assert "| OAK-Weight (linear) | **4.30** |" in means
    assert "Dawid-Skene" not in means


def test_goals_are_judged_by_the_numbers() -> None:
    papers = dict.fromkeys(("OAK-Weight", "POAK-Weight", "POAKi", "POAK+IRT"), 4.0)
    rows = [
        (method, "linear", variant, rauc) for method, rauc in papers.items() for variant in ("folded in", "no audits")
    ]
    rows += [("HOAK-Weight", "linear", "folded in", 4.2), ("HOAK-Weight", "default", "folded in", 4.5)]
    rows += [("HOAK-Weight", "linear", "no audits", 4.0), ("HOAK-Weight", "default", "no audits", 3.9)]
    results = pd.DataFrame(rows, columns=["method", "scheme", "variant", "rauc_mean"])
    results = results.assign(contender=results["method"], train_share=0.7, data="one")
    assert [claim.holds for claim in goals(results)] == [True, False, False]


def test_coverage_is_judged_by_every_set() -> None:
    rows = [("worker", "one", 0.94), ("worker", "two", 0.96), ("item", "one", 0.98), ("item", "one", 0.92)]
    intervals_ = pd.DataFrame(rows, columns=["grain", "data", "coverage"])
    assert covered(intervals_).holds
    assert covered(intervals_).numbers == "item 95.0% to 95.0%, worker 94.0% to 96.0%"
    assert not covered(intervals_[intervals_["coverage"] > 0.93]).holds


def test_peers_stand_beside_the_methods_where_they_were_tried(tmp_path: Path) -> None:
    results = ranking({"OAK-Weight": {"one": (5, 1), "two": (4, 1)}})
    assert not peers(results, tmp_path / "none.json")
    found = tmp_path / "peers.json"
    rows = [{"data": "one", "method": "other", "accuracy": 0.6}, {"data": "gone", "method": "other", "accuracy": 1}]
    found.write_text(json.dumps({"versions": {"x": "1"}, "trials": 3, "accuracy": rows}), encoding="utf-8")
    written = peers(results, found)
    assert "mean of 3 trials; x 1," in written
    assert "| method | one | mean |" in written
    assert "| other | **0.600** | **0.600** |" in written
    assert "| oakdb OAK-Weight (linear) | 0.500 | 0.500 |" in written


def test_intervals_held_as_often_as_a_plain_count_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = topics(n_items=400, n_workers=12, seed=2)
    data.annotations.to_parquet(tmp_path / "annotations.parquet")
    data.truth.to_parquet(tmp_path / "gold.parquet")
    monkeypatch.setattr(intervals, "SEEDS", 1)
    source = sources.Source("tags", "set", tmp_path / "annotations.parquet", tmp_path / "gold.parquet")
    (found,) = intervals.tested_intervals(source)
    counted = found.set_index(["grain", "n_labels"])["coverage"]
    assert set(counted.index) == {("worker", 1), ("worker and type", 1), ("item", 1), ("item", 2), ("item", 3)}

    truth = {item: frozenset(label) for item, label in zip(data.truth["item_id"], data.truth["label"], strict=True)}
    learned = data.annotations["item_id"].map(lambda item: share("learn", item, 0) < 0.7)
    audited = data.truth["item_id"].map(lambda item: share("learn", item, 0) < 0.7 and share("audit", item, 0) < 0.2)
    with oakdb.run(data.annotations[learned], data.truth[audited], "set", max_labels=3, time_column="seq") as task:
        workers = task.table("worker_competence").set_index("worker_id")
        kappa = float(task.table("hoak_parameters")["dispersion"].iloc[0])
    accuracies: dict[str, list[float]] = {}
    for row in data.annotations[~learned].itertuples():
        label, right = frozenset(row.label), truth[row.item_id]
        jaccard = len(label & right) / len(label | right) if label | right else 1.0
        accuracies.setdefault(row.worker_id, []).append(jaccard)
    held = []
    for worker, actual in accuracies.items():
        known = workers.loc[worker]
        c = known["estimated_accuracy"]
        reach = max(known["accuracy_high"] - c, c - known["accuracy_low"])
        chance = 1.959964 * np.sqrt(kappa * c * (1 - c) / len(actual))
        held.append(abs(np.mean(actual) - c) <= np.hypot(reach, chance))
    assert counted["worker", 1] == pytest.approx(np.mean(held))
