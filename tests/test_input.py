"""What is wrong with the input is said, and nothing the user gave is lost."""

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import oakdb
from oakdb.cli import main
from tests.bad_input import BAD, CALLS, GOOD, bad_files
from tests.samples import KINDS


@pytest.mark.parametrize(("kind", "label", "reason"), BAD)
def test_a_label_that_is_not_of_the_kind_is_kept_with_the_reason(kind: str, label: Any, reason: str) -> None:
    frame = pd.DataFrame(
        [("1", "a", str(GOOD[kind])), ("1", "b", str(GOOD[kind])), ("2", "b", str(label))],
        columns=["item_id", "worker_id", "label"],
    )
    rejected = oakdb.run(frame, kind=kind).rejected
    assert rejected["reason"].tolist() == [reason]
    assert json.loads(rejected["row"][0]) == {"item_id": "2", "worker_id": "b", "label": str(label)}


@pytest.mark.parametrize("kind", KINDS)
def test_missing_values_are_kept_with_the_reason(kind: str) -> None:
    good = str(GOOD[kind])
    rows = [("1", "a", good), (None, "a", good), ("1", None, good), ("1", "b", None), (None, None, None)]
    results = oakdb.run(pd.DataFrame(rows, columns=["item_id", "worker_id", "label"]), kind=kind)
    assert results.table("stg_annotations")[["item_id", "worker_id"]].values.tolist() == [["1", "a"]]
    assert results.rejected["reason"].value_counts().to_dict() == {
        "item is missing": 2,
        "worker is missing": 1,
        "label is missing": 1,
    }
    assert results.summary["n_rejected"] == 4


def test_the_first_label_of_a_worker_on_an_item_stays() -> None:
    rows = [("1", "a", "late", 9), ("1", "a", "first", 3), ("1", "b", "first", 4), ("1", "a", "later", 10)]
    frame = pd.DataFrame(rows, columns=["item_id", "worker_id", "label", "at"])
    results = oakdb.run(frame, time_column="at")
    staged = results.table("stg_annotations")
    assert staged[["worker_id", "label", "position"]].values.tolist() == [["a", "first", 1], ["b", "first", 2]]
    assert sorted(json.loads(row)["label"] for row in results.rejected["row"]) == ["late", "later"]
    assert set(results.rejected["reason"]) == {"another label of this worker on this item came first"}


def test_a_second_label_without_a_time_is_told_by_the_label_not_by_the_row_order() -> None:
    rows = [("1", "a", "y"), ("1", "a", "x"), ("1", "b", "x"), ("1", "a", "y")]
    for order in ([0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2]):
        frame = pd.DataFrame([rows[place] for place in order], columns=["item_id", "worker_id", "label"])
        results = oakdb.run(frame)
        assert results.table("stg_annotations")["label"].tolist() == ["x", "x"]
        assert len(results.rejected) == 2


def test_the_same_label_with_two_types_is_told_by_the_type_not_by_the_row_order() -> None:
    rows = [("1", "a", "x", topic) for topic in "tst"] + [("1", "b", "x", topic) for topic in (None, "u")]
    for order in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 0, 3, 4, 2]):
        columns = ["item_id", "worker_id", "label", "topic"]
        frame = pd.DataFrame([rows[place] for place in order], columns=columns)
        results = oakdb.run(frame, partition="column topic")
        staged = results.table("stg_annotations").sort_values("worker_id")
        assert staged["label_type"].tolist() == ["s", "null"]
        assert sorted(json.loads(row)["topic"] for row in results.rejected["row"]) == ["t", "t", "u"]


def test_an_item_is_audited_once() -> None:
    frame = pd.DataFrame([("1", "a", "x"), ("1", "b", "x")], columns=["item_id", "worker_id", "label"])
    audits = pd.DataFrame([("1", "x"), ("1", "y"), ("2", None), (None, "x")], columns=["item_id", "label"])
    results = oakdb.run(frame, audits)
    assert results.table("stg_audits").values.tolist() == [["1", "x"]]
    assert sorted(results.rejected["reason"]) == [
        "another audit of this item is used",
        "item is missing",
        "label is missing",
    ]
    assert set(results.rejected["source"]) == {"audits"}


def test_ids_and_labels_of_a_csv_stay_as_written(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("item_id,worker_id,label,seq\n007,1,01,10\n007,2,1,9\n", encoding="utf-8")
    staged = oakdb.run(path, time_column="seq").table("stg_annotations")
    assert staged[["item_id", "worker_id", "label", "position"]].values.tolist() == [
        ["007", "1", "01", 2],
        ["007", "2", "1", 1],
    ]


@pytest.mark.parametrize(
    "columns", [("task", "worker", "label"), ("task", "performer", "label"), ("Item", "Annotator", "Answer")]
)
def test_column_names_of_other_libraries_are_understood(columns: tuple[str, ...]) -> None:
    frame = pd.DataFrame([("1", "a", "x"), ("1", "b", "x")], columns=list(columns))
    audits = pd.DataFrame([("1", "x")], columns=["item_id", "label"])
    results = oakdb.run(frame, audits)
    assert results.items["item_id"].tolist() == ["1"]
    assert results.workers["n_audits"].tolist() == [1, 1]


@pytest.mark.parametrize("shape", ["parquet", "json", "csv", "arrow", "relation", "frame"])
def test_every_way_in_gives_the_same(shape: str, tmp_path: Path) -> None:
    left, right = [{"x1": 0.5, "y1": 0, "x2": 2, "y2": 1}], [{"x1": 1, "y1": 0, "x2": 3, "y2": 1}]
    frame = pd.DataFrame(
        [("1", "a", left), ("1", "b", right), ("2", "a", [])], columns=["item_id", "worker_id", "label"]
    )
    relation = duckdb.connect().from_df(frame)
    path = tmp_path / f"labels.{shape}"
    if shape == "parquet":
        relation.write_parquet(str(path))
    if shape == "json":
        path.write_text(json.dumps(frame.to_dict(orient="records")), encoding="utf-8")
    if shape == "csv":
        frame.assign(label=frame["label"].map(json.dumps)).to_csv(path, index=False)
    given = {"arrow": relation.to_arrow_table(), "relation": relation, "frame": frame}.get(shape, path)
    results = oakdb.run(given, kind="boxes")
    assert results.table("label_pairs")["similarity"].tolist() == [pytest.approx(1 / 2.5)]
    assert results.rejected.empty


def test_a_table_of_the_database_is_read_where_it_lies(tmp_path: Path) -> None:
    db = tmp_path / "labels.duckdb"
    with duckdb.connect(str(db)) as con:
        con.execute("create schema work; create table work.votes as select '1' as task, 'a' as worker, 'x' as label")
    results = oakdb.run("work.votes", db=db)
    results.con.execute("insert into work.votes values ('2', 'b', 'x')")
    assert results.decisions["item_id"].tolist() == ["1", "2"]
    assert results.workers["worker_id"].tolist() == ["a"]


@pytest.mark.parametrize(("call", "code", "message"), CALLS, ids=[" ".join(call) for call, _, _ in CALLS])
def test_a_wrong_call_is_answered_in_one_line(
    call: list[str], code: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = bad_files(tmp_path)
    assert main([part.format(**files) for part in call]) == code
    lines = [line for line in capsys.readouterr().err.splitlines() if not re.match(r"oakdb: \d+/\d+ ", line)]
    assert len(lines) == 1
    assert message in lines[0]


@pytest.mark.parametrize(
    "call",
    [
        [],
        ["run"],
        ["run", "x.csv"],
        ["fly"],
        ["run", "x.csv", "--kind", "set", "--what"],
        ["decide", "--db", "x", "--limit", "-1"],
    ],
)
def test_an_unknown_command_or_option_exits_2(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(call)
    assert stopped.value.code == 2
    assert "usage: oakdb" in capsys.readouterr().err


def test_what_deserves_a_look_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "labels.csv").write_text("item,worker,label\n1,a,2\n1,b,x\n2,b,y\n", encoding="utf-8")
    (tmp_path / "audits.csv").write_text("item,label\n1,2\n1.0,2\n", encoding="utf-8")
    assert (
        main(["run", str(tmp_path / "labels.csv"), "--audits", str(tmp_path / "audits.csv"), "--kind", "number"]) == 0
    )
    messages = capsys.readouterr().err
    assert "more annotations were left out than kept" in messages
    assert "1 of 2 audits are of items that have no label" in messages
