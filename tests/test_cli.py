"""The command line as a person or a program uses it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pandas as pd
import pytest
import sqlglot

import oakdb
from fixtures.topics import topics
from oakdb.cli import main
from oakdb.database import connect
from oakdb.progress import StderrProgress
from oakdb.project import settings_with_defaults
from oakdb.render import render


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("task")
    data = topics(100, 4)
    data.annotations.to_parquet(folder / "annotations.parquet")
    data.audits.to_parquet(folder / "audits.parquet")
    return folder


def call(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_run_then_read_back(task: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = task / "task.duckdb"
    files = (task / "annotations.parquet", "--audits", task / "audits.parquet")
    assert call("run", *files, "--kind", "set", "--db", db, "--set", "threshold=[0.8, 0.7]", "--json") == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["n_items"] == 100
    assert summary["n_stop"] + summary["n_ask"] == 100
    assert summary["rejected"] == []

    assert call("decide", "--db", db, "--json") == 0
    decisions = json.loads(capsys.readouterr().out)
    assert len(decisions) == 100
    assert {(row["n_labels"], row["threshold"]) for row in decisions} <= {(1, 0.8), (2, 0.7), (3, 0.7)}

    assert call("estimate", "--db", db, "--item", decisions[0]["item_id"], "--json") == 0
    (item,) = json.loads(capsys.readouterr().out)
    assert item["estimated_accuracy"] == pytest.approx(decisions[0]["estimated_accuracy"])
    assert isinstance(item["label"], list)

    for output in ([], ["--json"]):
        assert call("estimate", "--db", db, "--item", "nobody's", *output) == 1
        assert "item nobody's: has no label" in capsys.readouterr().err

    assert call("decide", "--db", db, "--limit", 3) == 0
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 5
    assert "the first 3 items" in captured.err


def test_what_is_left_out_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "labels.csv").write_text("item,worker,label\n1,a,x\n1,a,y\n,a,x\n", encoding="utf-8")
    assert call("run", tmp_path / "labels.csv", "--kind", "category") == 0
    output = capsys.readouterr().out
    assert "n_rejected               2" in output
    assert "another label of this worker on this item came first" in output
    assert "item is missing" in output


def test_demo(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("demo", "--json") == 0
    assert json.loads(capsys.readouterr().out)["n_items"] == 300
    assert call("demo") == 0
    assert "The items to ask about first" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["category", "boxes"])
def test_sql_prints_what_runs(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("sql", "--kind", kind) == 0
    statements = sqlglot.parse(capsys.readouterr().out, read="duckdb")
    models = render(settings_with_defaults({"kind": kind}))
    assert len([statement for statement in statements if statement]) == len(models)
    assert call("sql", "item_decisions", "--dialect", "snowflake") == 0
    assert "for snowflake: written, not run" in capsys.readouterr().out


def test_no_progress_of_the_database_on_stdout() -> None:
    with connect(None) as con:
        assert con.execute("select current_setting('enable_progress_bar')").fetchall() == [(False,)]


def test_progress_is_shown_after_a_second(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    monkeypatch.setattr("oakdb.progress.time.monotonic", lambda: now[0])
    progress = StderrProgress()
    for number, seconds in enumerate((0.5, 1.5, 1.9, 3.0), start=1):
        now[0] = seconds
        progress(number, 4, f"model_{number}")
    assert capsys.readouterr().err.splitlines() == ["oakdb: 2/4 model_2", "oakdb: 4/4 model_4"]


def test_a_killed_run_leaves_the_last_good_results(tmp_path: Path) -> None:
    db = tmp_path / "task.duckdb"
    frame = pd.DataFrame({"item_id": ["1", "1"], "worker_id": ["a", "b"], "label": ["x", "x"]})
    oakdb.run(frame, db=db).con.close()
    topics(60_000, 1).annotations.to_parquet(tmp_path / "many.parquet")
    command = [sys.executable, "-m", "oakdb", "run", tmp_path / "many.parquet", "--kind", "set", "--db", db]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert "oakdb: " in process.stderr.readline()  # well under way: models are being written
    time.sleep(0.2)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with duckdb.connect(str(db)) as con:
        assert oakdb.Results(con).items["item_id"].tolist() == ["1"]


def test_help_loads_none_of_what_the_work_is_done_with() -> None:
    """It is what people type first: pandas alone takes half a second."""
    program = "import sys; from oakdb.cli import parser; parser().format_help(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert {"pandas", "numpy", "sqlglot", "altair", "vl_convert"}.isdisjoint(done.stdout.split())


def test_commands_of_every_day_do_without_pandas_and_sqlglot(tmp_path: Path) -> None:
    """Both take longer to start than a label takes to be added."""
    (tmp_path / "labels.csv").write_text("item_id,worker_id,label\n1,a,x\n1,b,x\n2,a,y\n2,b,x\n")
    (tmp_path / "more.csv").write_text("item_id,worker_id,label\n2,c,x\n")
    here = f"{tmp_path}/"
    commands = [
        ["run", here + "labels.csv", "--kind", "category", "--db", here + "task.duckdb"],
        ["add", here + "more.csv", "--db", here + "task.duckdb", "--learn"],
        ["decide", "--db", here + "task.duckdb"],
        ["estimate", "--db", here + "task.duckdb", "--item", "2", "--json"],
    ]
    program = f"""import sys
from oakdb.cli import main
assert [main(command) for command in {commands}] == [0, 0, 0, 0]
print(*sys.modules)"""
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert {"pandas", "numpy", "sqlglot", "altair"}.isdisjoint(done.stdout.splitlines()[-1].split())


def test_what_the_package_offers_is_there() -> None:
    assert [name for name in oakdb.__all__ if not callable(getattr(oakdb, name))] == []
    assert set(oakdb.__all__) <= set(dir(oakdb))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = oakdb.nothing
