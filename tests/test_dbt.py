"""The project as a dbt package: a user's project that installs it, and incremental runs."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

from oakdb.project import settings_with_defaults
from oakdb.render import render
from tests.engines import postgres
from tests.samples import sample

ROOT = Path(__file__).parent.parent


def dbt(*arguments: str, project: Path, **environment: str) -> str:
    """Run dbt and give back what it printed; a failure shows it. Warnings are failures."""
    command = [Path(sys.executable).parent / "dbt", "--no-use-colors", "--warn-error", *arguments]
    done = subprocess.run(
        [*command, "--project-dir", str(project)],
        env={**os.environ, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:]
    return done.stdout


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    """The example project, installed from this checkout."""
    project = tmp_path / "warehouse"
    shutil.copytree(
        ROOT / "examples/warehouse",
        project,
        ignore=shutil.ignore_patterns("target", "dbt_packages", "logs", "*.duckdb"),
    )
    (project / "packages.yml").write_text(f"packages:\n  - local: {ROOT}\n", encoding="utf-8")
    return project


@pytest.mark.parametrize("engine", ["duckdb", "postgres"])
def test_two_tasks_of_a_users_project(engine: str, warehouse: Path, tmp_path: Path) -> None:
    with warehouses(tmp_path)[engine]() as (target, _, read):
        names = {
            "path": "WAREHOUSE_DUCKDB",
            "host": "PGHOST",
            "port": "PGPORT",
            "user": "PGUSER",
            "dbname": "PGDATABASE",
        }
        where = {names[key]: str(value) for key, value in target.items() if key in names}
        where["DBT_PROFILES_DIR"] = str(warehouse)
        dbt("deps", project=warehouse, **where)
        for task in ("moderation", "photos"):
            settings = (warehouse / f"tasks/{task}.yml").read_text(encoding="utf-8")
            dbt("build", "--target", engine, "--vars", settings, project=warehouse, **where)
        dbt("docs", "generate", "--target", engine, "--vars", settings, project=warehouse, **where)
        for task, n_items in (("moderation", 60), ("photos", 25)):
            decisions, queue = read(f"labels_{task}.item_decisions"), read(f"labels_{task}.labelling_queue")
            assert len(decisions) == n_items
            assert sorted(queue["item_id"]) == sorted(decisions.query("decision == 'ask'")["item_id"])
            assert queue.sort_values("place")["estimated_accuracy"].is_monotonic_increasing


def test_an_unknown_kind_stops_with_one_line(tmp_path: Path) -> None:
    profile = {"type": "duckdb", "path": str(tmp_path / "task.duckdb"), "schema": "task"}
    (tmp_path / "profiles.yml").write_text(json.dumps({"oakdb": {"target": "test", "outputs": {"test": profile}}}))
    with pytest.raises(AssertionError, match="setting 'kind' is 'colour': give one of boxes, category"):
        run_task(tmp_path, {"kind": "colour"})


def test_a_kind_that_no_label_is_of_stops_a_build_before_learning(tmp_path: Path) -> None:
    drawn = sample("category", 3, n_items=30, n_workers=6, most_labels=4, audit_share=0.5)
    with warehouses(tmp_path)["duckdb"]() as (target, store, read):
        profile = {**target, "schema": "labels", "threads": 1}
        (tmp_path / "profiles.yml").write_text(json.dumps({"oakdb": {"target": "test", "outputs": {"test": profile}}}))
        store("labels", drawn.frame())
        run_task(tmp_path, {"kind": "category", "annotations": "given.labels"})
        learned = in_order(read("labels.worker_competence"))
        with pytest.raises(AssertionError, match="annotations_usable"):
            run_task(tmp_path, {"kind": "number", "annotations": "given.labels"}, command="build")
        pd.testing.assert_frame_equal(in_order(read("labels.worker_competence")), learned)


@pytest.mark.parametrize(
    ("engine", "kind"), [("duckdb", "set"), ("duckdb", "boxes"), ("duckdb", "category"), ("postgres", "spans")]
)
def test_a_sequence_of_batches_equals_a_full_refresh(engine: str, kind: str, tmp_path: Path) -> None:
    """New, late, corrected and withdrawn labels and audits."""
    drawn = sample(kind, 3, n_items=30, n_workers=6, most_labels=4, audit_share=0.5)
    labels, audits = drawn.frame(), drawn.audit_frame()
    corrected = labels.assign(label=labels["label"].where(np.arange(len(labels)) % 9 != 4, labels["label"].iloc[50]))
    batches = [(labels[:40], audits[:5]), (labels[:70], audits[:9]), (corrected.drop(index=range(5, 11)), audits[2:])]
    with warehouses(tmp_path)[engine]() as (target, store, read):
        outputs = {name: {**target, "schema": name, "threads": 1} for name in ("batches", "whole")}
        (tmp_path / "profiles.yml").write_text(json.dumps({"oakdb": {"target": "batches", "outputs": outputs}}))
        settings = {"kind": kind, "annotations": "given.labels", "audits": "given.audits"}
        for batch in batches:
            for name, frame in zip(("labels", "audits"), batch, strict=True):
                store(name, frame)
            run_task(tmp_path, settings)
        run_task(tmp_path, settings, "--target", "whole", "--full-refresh")
        for model in render(settings_with_defaults(settings)):
            found, expected = (in_order(read(f"{schema}.{model.name}")) for schema in ("batches", "whole"))
            pd.testing.assert_frame_equal(found, expected, rtol=0, atol=1e-12, obj=model.name)


def run_task(folder: Path, settings: dict[str, str], *flags: str, command: str = "run") -> None:
    places = ["--target-path", str(folder / "target"), "--log-path", str(folder / "logs")]
    dbt(command, "--vars", json.dumps(settings), *places, *flags, project=ROOT, DBT_PROFILES_DIR=str(folder))


Warehouse = tuple[dict[str, Any], Callable[[str, pd.DataFrame], None], Callable[[str], pd.DataFrame]]


def warehouses(folder: Path) -> dict[str, Callable[[], AbstractContextManager[Warehouse]]]:
    """Where to run, how to store a table of the schema `given` there, and how to read one."""

    @contextmanager
    def duckdb_file() -> Iterator[Warehouse]:
        path = str(folder / "task.duckdb")

        def store(name: str, frame: pd.DataFrame) -> None:
            with duckdb.connect(path) as con:
                con.execute("create schema if not exists given")
                con.from_df(frame).query("frame", f"create or replace table given.{name} as from frame")

        def read(name: str) -> pd.DataFrame:
            with duckdb.connect(path) as con:
                return con.table(name).df()

        yield {"type": "duckdb", "path": path}, store, read

    @contextmanager
    def postgres_server() -> Iterator[Warehouse]:
        import psycopg2  # noqa: PLC0415
        from psycopg2.extras import execute_values  # noqa: PLC0415

        with postgres() as where:
            con = psycopg2.connect(**where)
            con.autocommit = True
            cursor = con.cursor()

            def store(name: str, frame: pd.DataFrame) -> None:
                cursor.execute("create schema if not exists given")
                columns = ", ".join(f"{column} text" for column in frame)
                cursor.execute(f"create table if not exists given.{name} ({columns})")
                cursor.execute(f"truncate given.{name}")
                execute_values(cursor, f"insert into given.{name} values %s", frame.to_numpy().tolist())

            def read(name: str) -> pd.DataFrame:
                cursor.execute(f"select * from {name}")
                return pd.DataFrame(cursor.fetchall(), columns=[column.name for column in cursor.description or ()])

            yield {"type": "postgres", "password": "", **where}, store, read
            con.close()

    return {"duckdb": duckdb_file, "postgres": postgres_server}


def in_order(frame: pd.DataFrame) -> pd.DataFrame:
    keys = list(frame.columns[:3])
    return frame.sort_values(keys, key=lambda column: column.astype(str)).reset_index(drop=True)
