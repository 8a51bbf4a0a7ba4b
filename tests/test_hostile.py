"""What somebody wrote into a label, a name or a setting is data: never executed, never rendered, shown as text."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import oakdb
from oakdb import files
from oakdb.cli import main
from oakdb.results import Results

HOSTILE = (
    "'",
    '"',
    "`",
    "\\",
    "'; drop table oakdb.raw_annotations; --",
    '"; drop schema oakdb cascade; --',
    "{{ 7 * 7 }}",
    "{% raw %}{{ ref('x') }}",
    "{# comment #}",
    "<script>alert(1)</script>",
    "=1+1",
    "$HOME $(id) %s {0}",
    "a\x00b",
    "\x1b[31mred\x07",
    "line\r\nbreak\ttab",
    "\u202eright to left\u200f",
    "\ufeff\u200b\u00a0",
    "*all*",
    "null",
    "nan",
    "",
    " ",
    "long " * 200_000,
)
NAMES = [text for text in HOSTILE if text.strip() and text.isprintable() and len(text) < 100]
TITLES = [text if len(text) < 40 else "1 MB" for text in HOSTILE]


@pytest.mark.parametrize("kind", ["category", "text", "custom"])
def test_hostile_ids_and_labels_stay_what_they_are(kind: str) -> None:
    rows = [(item, worker, label) for item in HOSTILE for worker, label in (("a", item), (f"{item}!", "x"))]
    frame = pd.DataFrame(rows, columns=["item_id", "worker_id", "label"])
    audits = pd.DataFrame([(item, item) for item in HOSTILE], columns=["item_id", "label"])
    own = {"similarity": "cast(a = b as double)", "partition": "label"} if kind == "custom" else {}
    with oakdb.run(frame, audits, kind, threshold=0.99, **own) as results:
        staged = results.table("stg_annotations")
        assert set(staged[["item_id", "worker_id", "label"]].itertuples(index=False, name=None)) == set(rows)
        assert set(results.workers["worker_id"]) == {"a", *(f"{item}!" for item in HOSTILE)}
        assert set(results.items["item_id"]) == set(HOSTILE)
        assert results.rejected.empty


@pytest.mark.parametrize("shape", ["csv", "json", "parquet"])
def test_hostile_labels_in_files_stay_what_they_are(shape: str, tmp_path: Path) -> None:
    texts = [text for text in HOSTILE if "\x00" not in text and (shape != "csv" or text.strip())]
    frame = pd.DataFrame({"item_id": range(len(texts)), "worker_id": "a", "label": texts})
    path = tmp_path / f"labels.{shape}"
    if shape == "csv":
        frame.to_csv(path, index=False)
    if shape == "json":
        frame.to_json(path, orient="records")
    if shape == "parquet":
        frame.to_parquet(path)
    with oakdb.run(path, db=tmp_path / "task.duckdb") as results:
        assert set(results.table("stg_annotations")["label"]) == set(texts)


@pytest.mark.parametrize("name", NAMES)
def test_hostile_names_of_columns_tables_and_schemas_are_names(name: str, tmp_path: Path) -> None:
    db = tmp_path / "task.duckdb"
    frame = pd.DataFrame([("1", "a", "x", 1), ("1", "b", "x", 2)], columns=[name, "worker_id", "label", f"{name} time"])
    quoted = '"' + name.replace('"', '""') + '"'
    with duckdb.connect(str(db)) as con:
        con.from_df(frame).create(quoted)
    settings = {"item_column": name, "time_column": f"{name} time", "partition": f"column {name}"}
    with oakdb.run(quoted, db=db, schema=name, **settings) as results:
        assert results.decisions["item_id"].tolist() == ["1"]
        assert set(results.labels["label_type"]) == {"1"}
        assert results.settings["item_column"] == name
    with files.connect(db, read_only=True) as con:
        assert Results(con, name).workers["worker_id"].tolist() == ["a", "b"]


@pytest.mark.parametrize("text", HOSTILE, ids=TITLES)
@pytest.mark.parametrize("setting", ["kind", "method", "weights", "aggregation", "similarity", "partition", "scale"])
def test_a_hostile_setting_is_refused_in_one_plain_line(setting: str, text: str) -> None:
    frame = pd.DataFrame({"item_id": ["1", "1"], "worker_id": ["a", "b"], "label": ["x", "x"]})
    if (setting, text) in {("partition", "null"), ("weights", ""), ("similarity", ""), ("partition", "")}:
        pytest.skip("means the default")
    with pytest.raises(oakdb.OakError) as refused:
        oakdb.run(frame, **{setting: text})
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 1_100
    assert refused.value.exit_code == 2


BEYOND = [
    "getenv('HOME')",
    "read_text('/etc/passwd')",
    "read_csv('x.csv')",
    "current_setting('home_directory')",
    "nextval('numbers')",
    "query('select 1')",
    "main.getenv('HOME')",
    "pg_sleep(1000)",
    "sleep_ms(1000000)",
    "write_log('x')",
    "duckdb_settings()",
    "parquet_scan('x')",
    "http_get('http://localhost')",
    "json_serialize_plan(label)",
    "json_execute_serialized_sql(label)",
    "column ",
    "label in (select 1)",
    "exists(select 1)",
    "array(select 1)",
    "columns(*)",
    "*",
    "?",
    "$1",
    "label; drop table x",
    "label) from raw_annotations; drop table x; --",
    "other.label",
    "(" * 5_000 + "label" + ")" * 5_000,
    "label || 'a\nb'",
]


@pytest.mark.parametrize("expression", BEYOND, ids=lambda text: text[:30])
@pytest.mark.parametrize("setting", ["partition", "similarity"])
def test_an_expression_that_reaches_beyond_the_label_is_refused(setting: str, expression: str) -> None:
    frame = pd.DataFrame({"item_id": ["1", "1"], "worker_id": ["a", "b"], "label": ["x", "x"]})
    given = expression if setting == "partition" else expression.replace("label", "a")
    with pytest.raises(oakdb.OakError, match=f"setting '{setting}'") as refused:
        oakdb.run(frame, **{setting: given})
    assert refused.value.exit_code == 2


def test_a_database_of_others_cannot_reach_other_files(tmp_path: Path, capsys: Any) -> None:
    db, secret, new = tmp_path / "theirs.duckdb", tmp_path / "secret.csv", tmp_path / "new.csv"
    secret.write_text("item_id\nsecret\n", encoding="utf-8")
    new.write_text("item_id,worker_id,label\n1,c,x\n", encoding="utf-8")
    frame = pd.DataFrame({"item_id": ["1", "1"], "worker_id": ["a", "b"], "label": ["x", "x"]})
    with oakdb.run(frame, db=db) as results:
        results.con.execute(
            "create or replace view oakdb.item_decisions as select item_id, 1 as n_labels, 0.5 as estimated_accuracy, "
            f"0.9 as threshold, 'ask' as decision, 'x' as reason, 1.0 as priority from read_csv('{secret}')"
        )
        results.con.execute("drop table oakdb.thresholds")  # which adding reads, beside views of its own
        results.con.execute(
            "create view oakdb.thresholds as "
            f"select 1 as n_labels, 0.9::double as threshold, item_id as source from read_csv('{secret}')"
        )
    for call in (["decide"], ["decide", "--budget", "3"], ["report", "--out", tmp_path / "x.html"], ["add", new]):
        assert main([*map(str, call), "--db", str(db)]) == 1
        captured = capsys.readouterr()
        assert "secret" not in captured.out
        assert "disabled by configuration" in captured.err
        assert captured.err.count("\n") == 1


def test_a_table_of_the_database_is_not_looked_for_in_the_network(tmp_path: Path, capsys: Any) -> None:
    assert main(["run", "http://localhost:9/labels.csv", "--kind", "category"]) == 1
    assert "there is no such file" in capsys.readouterr().err


def test_arguments_that_are_no_text_are_refused(tmp_path: Path, capsys: Any) -> None:
    for call in (["run", "\udcff.csv", "--kind", "category"], ["decide", "--db", "x", "--item", "\udc80"]):
        assert main(call) == 2
        assert "is not text" in capsys.readouterr().err


def test_hostile_text_on_the_terminal_has_no_control_characters(tmp_path: Path, capsys: Any) -> None:
    frame = pd.DataFrame([(text, "a", text) for text in HOSTILE], columns=["item_id", "worker_id", "label"])
    db = tmp_path / "task.duckdb"
    oakdb.run(frame, db=db).con.close()
    assert main(["estimate", "--db", str(db)]) == 0
    shown = capsys.readouterr().out
    assert all(line.isprintable() or "\u00a0" in line for line in shown.splitlines())
    assert main(["estimate", "--db", str(db), "--json"]) == 0
    assert {row["item_id"] for row in json.loads(capsys.readouterr().out)} == set(HOSTILE)
    assert main(["estimate", "--db", str(db), "--item", "\x1b[31mnobody"]) == 1
    assert "\x1b" not in capsys.readouterr().err
