"""What is wrong with the input is said, and nothing the user gave is lost."""

import json
import math
import re
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import oakdb
from oakdb.cli import main
from tests.samples import KINDS

GOOD: dict[str, Any] = {
    "category": "a",
    "number": 1.5,
    "keypoint": '{"x": 1, "y": 2}',
    "set": '["a"]',
    "path": '["a", "b"]',
    "boxes": '[{"x1": 0, "y1": 0, "x2": 1, "y2": 1}]',
    "spans": '[{"start": 0, "stop": 1}]',
    "text": "a dog",
    "mask": "0110",
    "vector": "[1, 0.5]",
    "ranking": '["a", "b"]',
}

BAD: list[tuple[str, Any, str]] = [
    ("number", "many", "label does not read as number"),
    ("number", math.nan, "label is not a finite number"),
    ("number", math.inf, "label is not a finite number"),
    ("number", "-inf", "label is not a finite number"),
    ("keypoint", "somewhere", "label does not read as keypoint"),
    ("keypoint", '{"x": 1}', "x or y is missing or not a number"),
    ("keypoint", '{"x": "left", "y": 1}', "x or y is missing or not a number"),
    ("keypoint", "[1, 2]", "x or y is missing or not a number"),
    ("set", "a, b", "label does not read as set"),
    ("set", '{"a": 1}', "label does not read as set"),
    ("set", '["a", null]', "an element of the set is null"),
    ("path", "[]", "the path is empty"),
    ("path", '["a", null]', "a step of the path is null"),
    ("path", "a/b", "label does not read as path"),
    ("boxes", "0,0,1,1", "label does not read as boxes"),
    ("boxes", '[{"x1": 2, "y1": 0, "x2": 1, "y2": 1}]', "a box has x2 <= x1 or y2 <= y1"),
    ("boxes", '[{"x1": 0, "y1": 1, "x2": 1, "y2": 1}]', "a box has x2 <= x1 or y2 <= y1"),
    ("boxes", '[{"x1": 0, "y1": 0, "x2": 1}]', "a box has a side that is missing or not a finite number"),
    ("boxes", '[{"x1": 0, "y1": 0, "x2": 1e999, "y2": 1}]', "a box has a side that is missing or not a finite number"),
    ("boxes", "[null]", "a box has a side that is missing or not a finite number"),
    ("vector", "1, 2", "label does not read as vector"),
    ("vector", "[]", "the vector is empty"),
    ("vector", "[1, null]", "an element of the vector is missing or not a finite number"),
    ("vector", "[1, 1e999]", "an element of the vector is missing or not a finite number"),
    ("vector", '[1, "x"]', "an element of the vector is missing or not a finite number"),
    ("mask", "0120", "label does not read as mask"),
    ("mask", '{"size": [2, 2]}', "size or counts are missing or not whole numbers from 0"),
    ("mask", '{"size": [2, 2], "counts": "52203"}', "size or counts are missing or not whole numbers from 0"),
    ("mask", '{"size": [2, 2], "counts": [5, -1]}', "size or counts are missing or not whole numbers from 0"),
    ("mask", '{"size": [2, 2], "counts": [3]}', "the counts do not add up to the size"),
    ("mask", '{"size": [0, 2], "counts": []}', "the mask is empty"),
    ("ranking", "a > b", "label does not read as ranking"),
    ("ranking", "[]", "the ranking is empty"),
    ("ranking", '["a", null]', "an element of the ranking is null"),
    ("ranking", '["a", "b", "a"]', "an element is ranked twice"),
    ("spans", "0-1", "label does not read as spans"),
    ("spans", '{"start": 0, "stop": 1}', "label does not read as spans"),
    ("spans", '[{"start": 1, "stop": 1}]', "a span has stop <= start"),
    ("spans", '[{"start": 2, "stop": 1}]', "a span has stop <= start"),
    ("spans", '[{"start": 0}]', "a span has an end that is missing or not a finite number"),
    ("spans", '[{"start": 0, "stop": 1e999}]', "a span has an end that is missing or not a finite number"),
    ("spans", "[null]", "a span has an end that is missing or not a finite number"),
]


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


CALLS: list[tuple[list[str], int, str]] = [
    (["run", "nowhere.csv", "--kind", "category"], 1, "nowhere.csv: there is no such file"),
    (["run", "{good}", "--kind", "categories"], 2, "setting 'kind' is 'categories': give one of boxes, category"),
    (
        ["run", "{good}", "--kind", "category", "--set", "treshold=1"],
        2,
        "setting 'treshold': there is no such setting; known are kind",
    ),
    (
        ["run", "{good}", "--kind", "category", "--set", "threshold=2"],
        2,
        "setting 'threshold' is '2': give a number from 0 to 1",
    ),
    (["run", "{good}", "--kind", "category", "--set", "threshold"], 2, "--set threshold: there is no '='"),
    (
        ["run", "{good}", "--kind", "category", "--set", "method=magic"],
        2,
        "setting 'method' is 'magic': give one of oak, poak",
    ),
    (
        ["run", "{good}", "--kind", "set", "--set", "method=dawid_skene"],
        2,
        "setting 'method' is 'dawid_skene': give kind category with it, or one of oak, poak, poaki, poak_irt, hoak",
    ),
    (
        ["run", "{good}", "--kind", "set", "--set", "similarity=hamming"],
        2,
        "setting 'similarity' is 'hamming': give one of jaccard",
    ),
    (["run", "{good}", "--kind", "category", "--set", "gamma=-1"], 2, "setting 'gamma' is '-1'"),
    (
        ["run", "{good}", "--kind", "category", "--set", "irt_steps=1.5"],
        2,
        "setting 'irt_steps' is '1.5': give a whole number",
    ),
    (["run", "{good}", "--kind", "category", "--set", "partition=(select 1)"], 2, "setting 'partition'"),
    (
        ["run", "{good}", "--kind", "category", "--set", "item_column=thing"],
        1,
        "there is no column 'thing' among item_id",
    ),
    (
        ["run", "{other}", "--kind", "category"],
        1,
        "there is no column 'item_id' among a, b; name the right one with the setting item_column",
    ),
    (
        ["run", "{good}", "--kind", "category", "--set", "time_column=when"],
        1,
        "there is no column 'when' among item_id, worker_id, label",
    ),
    (["run", "{empty}", "--kind", "category"], 1, "there is no row"),
    (["run", "{good}", "--kind", "boxes"], 1, "none of 2 rows can be used, 2 because: label does not read as boxes"),
    (["run", "{garbage}", "--kind", "category"], 1, "cannot be read"),
    (["run", "{unknown}", "--kind", "category"], 1, "the file's ending is not known; known are .csv"),
    (["run", "{good}", "--audits", "nowhere.csv", "--kind", "category"], 1, "nowhere.csv: there is no such file"),
    (["run", "{good}", "--audits", "{other}", "--kind", "category"], 1, "there is no column 'item_id' among a, b"),
    (["run", "{good}", "--kind", "category", "--db", "{folder}"], 1, "cannot be opened"),
    (["run", "{good}", "--kind", "category", "--db", "{garbage}"], 1, "cannot be opened"),
    (["run", "{good}", "--kind", "category", "--set", "kind=set"], 2, "setting 'kind': is not what --kind says"),
    (["run", "{good}", "--kind", "category", "--set", "audits=x"], 2, "setting 'audits': is where the data lies"),
    (["run", "{good}", "--kind", "category", "--set", "db=x"], 2, "setting 'db': there is no such setting"),
    (["run", "{good}", "--kind", "category", "--set", "item_column=null"], 1, "there is no column 'None'"),
    (["run", "{good}", "--kind", "category", "--schema", ""], 2, "schema: its name is empty"),
    (["decide", "--db", "{nothing}"], 1, "there is no such database"),
    (["estimate", "--db", "{bare}"], 1, "there is no relation item_estimates; run `oakdb run` first"),
    (["sql", "items"], 2, "relation items: there is none of this name; known are"),
    (["sql", "calibration", "--dialect", "klingon"], 2, "dialect klingon"),
]


@pytest.mark.parametrize(("call", "code", "message"), CALLS, ids=[" ".join(call) for call, _, _ in CALLS])
def test_a_wrong_call_is_answered_in_one_line(
    call: list[str], code: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {name: str(tmp_path / name) for name in ("folder", "nothing")}
    files |= {name: str(tmp_path / f"{name}.csv") for name in ("good", "other", "empty")}
    files |= {
        "garbage": str(tmp_path / "garbage.parquet"),
        "unknown": str(tmp_path / "labels.docx"),
        "bare": str(tmp_path / "bare.duckdb"),
    }
    Path(files["folder"]).mkdir()
    Path(files["good"]).write_text("item_id,worker_id,label\n1,a,x\n1,b,x\n", encoding="utf-8")
    Path(files["other"]).write_text("a,b\n1,2\n", encoding="utf-8")
    Path(files["empty"]).write_text("item_id,worker_id,label\n", encoding="utf-8")
    Path(files["garbage"]).write_bytes(b"\x00\x01 not parquet, nor a database, but long enough to look at" * 100)
    Path(files["unknown"]).write_bytes(b"PK")
    duckdb.connect(files["bare"]).close()
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
