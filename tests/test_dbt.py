"""The project as a dbt package on DuckDB: a user's project that installs it, and incremental runs."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest

from tests.samples import sample

ROOT = Path(__file__).parent.parent
PROFILE = """
oakdb:
  target: test
  outputs:
    test: {type: duckdb, path: "{{ env_var('TASK_DB') }}", schema: "{{ env_var('TASK_SCHEMA') }}", threads: 2}
"""


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


def test_two_tasks_of_a_users_project(warehouse: Path, tmp_path: Path) -> None:
    where = {"DBT_PROFILES_DIR": str(warehouse), "WAREHOUSE_DUCKDB": str(tmp_path / "w.duckdb")}
    dbt("deps", project=warehouse, **where)
    for task in ("moderation", "photos"):
        settings = (warehouse / f"tasks/{task}.yml").read_text(encoding="utf-8")
        dbt("build", "--vars", settings, project=warehouse, **where)
    dbt("docs", "generate", "--vars", settings, project=warehouse, **where)
    with duckdb.connect(str(tmp_path / "w.duckdb")) as con:
        for task, n_items in (("moderation", 60), ("photos", 25)):
            decisions = con.table(f"labels_{task}.item_decisions").df()
            queue = con.table(f"labels_{task}.labelling_queue").order("place").df()
            assert len(decisions) == n_items
            assert sorted(queue["item_id"]) == sorted(decisions.query("decision == 'ask'")["item_id"])
            assert queue["estimated_accuracy"].is_monotonic_increasing


@pytest.mark.parametrize("kind", ["set", "boxes", "category"])
def test_a_sequence_of_batches_equals_a_full_refresh(kind: str, tmp_path: Path) -> None:
    """New, late, corrected and withdrawn labels and audits."""
    (tmp_path / "profiles.yml").write_text(PROFILE, encoding="utf-8")
    drawn = sample(kind, 3, n_items=30, n_workers=6, most_labels=4, audit_share=0.5)
    labels, audits = drawn.frame(), drawn.audit_frame()
    corrected = labels.assign(label=labels["label"].where(np.arange(len(labels)) % 9 != 4, labels["label"].iloc[50]))
    batches = [(labels[:40], audits[:5]), (labels[:70], audits[:9]), (corrected.drop(index=range(5, 11)), audits[2:])]
    settings = json.dumps({"kind": kind, "annotations": "main.labels", "audits": "main.audits"})

    def run(schema: str, *flags: str) -> None:
        where = {"TASK_DB": str(tmp_path / "task.duckdb"), "TASK_SCHEMA": schema, "DBT_PROFILES_DIR": str(tmp_path)}
        folders = ["--target-path", str(tmp_path / "target"), "--log-path", str(tmp_path / "logs")]
        dbt("run", "--vars", settings, *folders, *flags, project=ROOT, **where)

    for batch in batches:
        with duckdb.connect(str(tmp_path / "task.duckdb")) as con:
            for name, frame in zip(("labels", "audits"), batch, strict=True):
                con.from_df(frame).query("given", f"create or replace table main.{name} as from given")
        run("batches")
    run("whole", "--full-refresh")
    with duckdb.connect(str(tmp_path / "task.duckdb")) as con:
        names = [
            name
            for (name,) in con.sql(
                "select table_name from information_schema.tables where table_schema = 'whole'"
            ).fetchall()
        ]
        assert len(names) == len(list((ROOT / "sql/models").rglob("*.sql")))
        for name in names:
            found, expected = (in_order(con.table(f"{schema}.{name}").df()) for schema in ("batches", "whole"))
            pd.testing.assert_frame_equal(found, expected, rtol=0, atol=1e-12, obj=name)


def in_order(frame: pd.DataFrame) -> pd.DataFrame:
    keys = list(frame.columns[:3])
    return frame.sort_values(keys, key=lambda column: column.astype(str)).reset_index(drop=True)
