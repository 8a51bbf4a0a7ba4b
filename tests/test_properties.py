"""What must not change a number: the order of the rows, running again, the names of workers and items."""

import hashlib
import json
from pathlib import Path

import duckdb
import pandas as pd
import pytest

import oakdb
from oakdb.project import project
from tests.samples import KINDS, sample

RELATIONS = (
    "stg_annotations",
    "label_pairs",
    "worker_competence",
    "worker_type_competence",
    "calibration",
    "population",
    "irt_types",
    "irt_workers",
    "hoak_parameters",
    "decision_points",
    "label_estimates",
    "item_estimates",
    "item_decisions",
)

NEARLY = {"check_exact": False, "rtol": 1e-10, "atol": 1e-12}


def some_data(kind: str) -> tuple[pd.DataFrame, pd.DataFrame | None]:
    drawn = sample(kind, 5, n_items=40, n_workers=6, most_labels=4, audit_share=0.5, timed=True)
    return drawn.frame(), drawn.audit_frame()


def assert_same(left: oakdb.Results, right: oakdb.Results) -> None:
    for name in RELATIONS:
        pd.testing.assert_frame_equal(left.table(name), right.table(name), **NEARLY, obj=name)


@pytest.mark.parametrize("kind", KINDS)
def test_row_order_and_running_twice_change_nothing(kind: str, tmp_path: Path) -> None:
    frame, audits = some_data(kind)
    frame = frame.drop(columns="seq")
    once = oakdb.run(frame, audits, kind)
    shuffled = frame.sample(frac=1, random_state=7)
    again = oakdb.run(shuffled, audits.sample(frac=1, random_state=8), kind, db=tmp_path / "task.duckdb")
    assert_same(once, again)
    again.con.close()
    assert_same(once, oakdb.run(frame, audits, kind, db=tmp_path / "task.duckdb"))


@pytest.mark.parametrize("kind", KINDS)
def test_renaming_workers_and_items_changes_nothing_but_the_names(kind: str) -> None:
    frame, audits = some_data(kind)
    workers = {name: f"{hash_of(name)}'s new name" for name in frame["worker_id"]}
    items = {name: hash_of(name) for name in frame["item_id"]}
    before = oakdb.run(frame, audits, kind, time_column="seq")
    after = oakdb.run(
        frame.assign(worker_id=frame["worker_id"].map(workers), item_id=frame["item_id"].map(items)),
        audits.assign(item_id=audits["item_id"].map(items)),
        kind,
        time_column="seq",
    )
    for name in RELATIONS:
        old, new = comparable(before.table(name)), comparable(after.table(name))
        for column in old.columns.intersection(["worker_id", "worker_a", "worker_b", "closest_worker_id"]):
            old[column] = old[column].map(workers)
        if "item_id" in old:
            old["item_id"] = old["item_id"].map(items)
        pd.testing.assert_frame_equal(in_order(old), in_order(new), **NEARLY, obj=name)


def hash_of(name: str) -> str:
    return hashlib.md5(name.encode()).hexdigest()


def comparable(table: pd.DataFrame) -> pd.DataFrame:
    """Without the hash of the names; pairs both ways round, as the smaller name comes first."""
    if "worker_a" in table:
        swapped = {"a": "b", "b": "a"}
        turned = table.rename(columns=lambda name: name[:-1] + swapped[name[-1]] if name[-2:] in ("_a", "_b") else name)
        table = pd.concat([table, turned])
    return table.drop(columns="fingerprint", errors="ignore")


def in_order(table: pd.DataFrame) -> pd.DataFrame:
    keys = [name for name in ("item_id", "worker_id", "worker_a", "worker_b", "label_type") if name in table]
    return table.sort_values(keys or list(table.columns)).reset_index(drop=True)


def test_names_are_data(tmp_path: Path) -> None:
    hostile = "x'); drop table oakdb.raw_annotations; -- {{ 1 / 0 }} \" \n\t <script>\u202e"
    column = hostile.replace("\n\t", "")  # a setting, and these have no line breaks
    rows = [(hostile, hostile, hostile), (hostile, "b", hostile), ("2", hostile, "y")]
    frame = pd.DataFrame(rows, columns=[column, "worker_id", "label"])
    results = oakdb.run(frame, item_column=column, db=tmp_path / "task.duckdb", schema='the "task"')
    assert results.items["item_id"].tolist() == ["2", hostile]
    assert results.items["label"].tolist() == ["y", hostile]
    assert json.loads(json.dumps(results.summary))["n_labels"] == 3


def test_a_database_may_be_called_like_the_schema(tmp_path: Path) -> None:
    frame, audits = some_data("set")
    for _ in range(2):
        oakdb.run(frame, audits, "set", db=tmp_path / "oakdb.duckdb").con.close()
    with duckdb.connect(str(tmp_path / "oakdb.duckdb"), read_only=True) as con:
        assert len(oakdb.Results(con).decisions) == 40
        assert con.sql("select count(*) from oakdb.oakdb.item_decisions").fetchall() == [(40,)]


def test_a_failed_run_leaves_the_last_good_results(tmp_path: Path) -> None:
    db = tmp_path / "task.duckdb"
    frame, audits = some_data("category")
    good = oakdb.run(frame, audits, db=db)
    before = {name: good.table(name) for name in RELATIONS}
    good.con.close()
    with pytest.raises(oakdb.OakError, match="none of 1 rows can be used"):
        oakdb.run(pd.DataFrame([("1", "a", None)], columns=["item_id", "worker_id", "label"]), db=db)
    with pytest.raises(oakdb.OakError, match="there is no such setting"):
        oakdb.run(frame, db=db, gama=3)
    with duckdb.connect(str(db)) as con:
        after = oakdb.Results(con)
        for name, table in before.items():
            pd.testing.assert_frame_equal(table, after.table(name), obj=name)


def test_another_kind_in_the_same_schema_replaces_the_first(tmp_path: Path) -> None:
    db = tmp_path / "task.duckdb"
    for kind in ("category", "set", "category"):
        frame, audits = some_data(kind)
        results = oakdb.run(frame, audits, kind, db=db)
        assert results.summary["n_rejected"] == 0
        results.con.close()


def test_models_of_the_crowd_are_fitted_where_asked_for(tmp_path: Path) -> None:
    """Neither is there for the other, nor left over for a method that reads none."""
    frame = sample("category", 4, n_items=20, n_workers=4, most_labels=3, audit_share=0.5).frame()
    models = [name for name, model in project().models.items() if model.folder == "crowd"]
    there = {}
    for method in ("dawid_skene", "one_coin", "hoak"):
        with oakdb.run(frame, kind="category", db=tmp_path / "task.duckdb", method=method) as results:
            found = {name for (name,) in results.con.sql("select table_name from information_schema.tables").fetchall()}
            there[method] = {name for name in models if name in found and len(results.relation(name))}
            estimated = results.labels[["dawid_skene", "one_coin"]].notna().all()
        assert estimated[estimated].index.tolist() == [name for name in ("dawid_skene", "one_coin") if name == method]
    assert there["dawid_skene"] == {name for name in models if not name.startswith("one_coin")}
    assert there["one_coin"] == {name for name in models if not name.startswith("dawid_skene")}
    assert there["hoak"] == set()


def test_two_tasks_lie_side_by_side(tmp_path: Path) -> None:
    db = tmp_path / "tasks.duckdb"
    for kind in ("number", "path"):
        frame, audits = some_data(kind)
        oakdb.run(frame, audits, kind, db=db, schema=kind).con.close()
    with duckdb.connect(str(db)) as con:
        assert oakdb.Results(con, "number").table("kind_parameters").shape == (1, 5)
        assert oakdb.Results(con, "path").table("kind_parameters").shape == (1, 1)
