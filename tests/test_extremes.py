"""Extremes: estimates stay within 0 and 1, nothing is NaN, and what was fallen back on is said."""

from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

import oakdb
from oakdb.cli import main
from tests.samples import KINDS, sample

PROBABILITIES = {
    *("estimated_accuracy", "raw_accuracy", "accuracy_low", "accuracy_high", "audit_accuracy", "competence"),
    *("mean_competence", "mean_similarity", "similarity", "agreement", "base_rate", "threshold"),
    *("oak", "poak", "poaki", "poak_irt", "hoak"),
}


def crowd(labels: list[list[Any]]) -> pd.DataFrame:
    """Labels by item and worker; None for none."""
    rows = [
        (f"i{item}", f"w{worker}", label)
        for item, row in enumerate(labels)
        for worker, label in enumerate(row)
        if label is not None
    ]
    return pd.DataFrame(rows, columns=["item_id", "worker_id", "label"])


def truths(labels: list[Any]) -> pd.DataFrame:
    return pd.DataFrame([(f"i{item}", label) for item, label in enumerate(labels)], columns=["item_id", "label"])


def check_sane(results: oakdb.Results) -> None:
    """No number of any relation is NaN or infinite; what is a probability is one, or unknown."""
    listed = results.con.execute("select table_name from information_schema.tables where table_schema = 'oakdb'")
    for (name,) in listed.fetchall():
        relation = results.relation(name)
        for column, kind in zip(relation.columns, map(str, relation.types), strict=True):
            if kind != "DOUBLE" or name.startswith("raw_") or column == "label":
                continue
            quoted = f'"{column}"'
            bad = relation.filter(f"isnan({quoted}) or isinf({quoted})").count("*").fetchall()[0][0]
            assert bad == 0, f"{name}.{column} has {bad} that are no numbers"
            if column in PROBABILITIES:
                outside = relation.filter(f"{quoted} not between -1e-12 and 1 + 1e-12").count("*").fetchall()[0][0]
                assert outside == 0, f"{name}.{column} has {outside} outside of 0 and 1"


N = 30
RNG = np.random.default_rng(1)
CROWDS: dict[str, tuple[str, pd.DataFrame, pd.DataFrame | None]] = {
    "all labels equal": ("category", crowd([["x"] * 3] * N), truths(["x"] * 5)),
    "no two labels equal": ("category", crowd([[f"{i} {w}" for w in range(3)] for i in range(N)]), truths(["x"] * 5)),
    "one worker": ("category", crowd([["x"], ["y"]] * N), truths(["x", "y"] * 5)),
    "one item": ("category", crowd([["x", "y", "x"]]), truths(["x"])),
    "one label": ("category", crowd([["x"]]), None),
    "one type": ("number", crowd([[5, 5, 5]] * N), truths([5] * 5)),
    "no audits": ("category", crowd([["x", "y", "x"]] * N), None),
    "all audited": ("category", crowd([["x", "y", "x"]] * N), truths(["x"] * N)),
    "all wrong": ("category", crowd([["x", "x", "x"]] * N), truths(["y"] * N)),
    "huge numbers": ("number", crowd([[1e150, -1e150, 9e149]] * N), truths([1e150] * N)),
    "tiny numbers": ("number", crowd([[1e-308, 5e-324, 0.0]] * N), truths([0.0] * N)),
    "huge and tiny numbers": ("number", crowd([[1e149, 1e-300, 1.0]] * N), truths([1.0] * N)),
    "huge points": ("keypoint", crowd([['{"x": 1e150, "y": -1e150}', '{"x": 0, "y": 1e-200}']] * N), None),
    "huge boxes": ("boxes", crowd([['[{"x1": -1e150, "y1": 0, "x2": 1e150, "y2": 1e150}]', "[]"]] * N), None),
    "huge spans": ("spans", crowd([['[{"start": 0, "stop": 1e150}]', '[{"start": 1e-300, "stop": 1}]']] * N), None),
    "huge vectors": ("vector", crowd([["[1e150, 1e150]", "[1e-200, 0]", "[0, 0]"]] * N), None),
}
ADVERSARIES = crowd(
    [[("a", "b")[i % 2] if w < 3 else ("b", "a")[i % 2] if i % 5 else "a" for w in range(8)] for i in range(60)]
)


@pytest.mark.parametrize("name", CROWDS)
def test_an_extreme_crowd_gives_probabilities(name: str) -> None:
    kind, annotations, audits = CROWDS[name]
    with oakdb.run(annotations, audits, kind) as results:
        check_sane(results)
        assert results.summary["n_labels"] + results.summary["n_rejected"] >= len(annotations)
        assert set(results.calibration["source"]) <= {"own", "overall", "identity"}


def test_a_number_whose_square_is_none_is_left_out_with_the_reason() -> None:
    with oakdb.run(crowd([[1e151, 1.0, -1.7e308]]), kind="number") as results:
        assert results.rejected["reason"].tolist() == ["label is not a finite number"] * 2


def test_workers_below_chance_fall_back_on_the_identity_and_it_is_said(tmp_path: Any, capsys: Any) -> None:
    """Those who agree with each other are wrong: the line from agreement to accuracy would fall."""
    audits = truths([("a", "b")[i % 2] for i in range(60)])
    with oakdb.run(ADVERSARIES, audits) as results:
        check_sane(results)
        overall = results.calibration.set_index("label_type").loc["*all*"]
        assert overall["source"] == "identity"
        assert (overall["slope"], overall["intercept"]) == (1, 0)
        assert any("the audits could not calibrate" in warning for warning in results.warnings)
    ADVERSARIES.to_csv(tmp_path / "labels.csv", index=False)
    audits.to_csv(tmp_path / "audits.csv", index=False)
    call = ["run", str(tmp_path / "labels.csv"), "--audits", str(tmp_path / "audits.csv"), "--kind", "category"]
    assert main(call) == 0
    assert "oakdb: the audits could not calibrate" in capsys.readouterr().err


def test_labels_that_nobody_shares_an_item_with_are_said() -> None:
    with oakdb.run(crowd([["x"], ["y"]])) as results:
        assert any("no item has two labels" in warning for warning in results.warnings)
    with oakdb.run(crowd([["x", "x"], ["y", "x"]])) as results:
        assert results.warnings == []


def test_a_worker_with_a_million_labels(tmp_path: Any) -> None:
    path = tmp_path / "many.parquet"
    duckdb.sql(
        "select range as item, 'busy' as worker, 'abc'[1 + range % 3] as label from range(1000000) "
        "union all select range, 'w' || range % 7, 'abc'[1 + (range % 3 + (range % 11 = 0)::int) % 3] from range(3000)"
    ).write_parquet(str(path))
    with oakdb.run(path) as results:
        workers = results.workers.set_index("worker_id")
        assert workers.loc["busy", "n_labels"] == 1_000_000
        assert workers["estimated_accuracy"].between(0, 1).all()
        assert results.decisions["estimated_accuracy"].dropna().between(0, 1).all()


@pytest.mark.parametrize("kind", KINDS)
def test_the_number_of_threads_changes_nothing(kind: str) -> None:
    data = sample(kind, 3, n_items=60, n_workers=9, most_labels=4, audit_share=0.4)
    found = []
    for threads in (1, 2, 5):
        con = duckdb.connect(config={"threads": threads})
        with oakdb.database.learn(data.frame(), data.audit_frame(), {"kind": kind}, db=con) as results:
            found.append({name: results.table(name) for name in ("worker_competence", "item_estimates", "calibration")})
    for other in found[1:]:
        for name, frame in found[0].items():
            numbers = frame.select_dtypes("number")
            pd.testing.assert_frame_equal(numbers, other[name].select_dtypes("number"), rtol=0, atol=1e-9)
            texts = frame.select_dtypes(exclude="number").drop(columns="label", errors="ignore").astype(str)
            pd.testing.assert_frame_equal(texts, other[name][texts.columns].astype(str))
