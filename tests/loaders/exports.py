"""From the file of an export to a run: what all formats are held to."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

import oakdb
from oakdb.loading import load

EXPORTS = Path(__file__).parents[2] / "fixtures/exports"


class Case(NamedTuple):
    """Files of a format with what they hold: labels as (item, worker, label, time), and what is skipped, by reason."""

    format: str
    files: tuple[str, ...]
    options: dict[str, Any]
    kind: str
    labels: list[tuple[Any, ...]]
    skipped: dict[str, int]


def rows(path: Path) -> list[tuple[Any, ...]]:
    with duckdb.connect() as con:
        return con.read_parquet(str(path)).fetchall()


def plain(label: str, kind: str) -> Any:
    return label if kind in ("category", "number", "text") else json.loads(label)


def check(case: Case, folder: Path) -> None:
    """It is loaded as the case says, and can be run."""
    out = folder / "annotations.parquet"
    loaded = load(case.format, [EXPORTS / file for file in case.files], out, **case.options)
    assert loaded.kind == case.kind
    found = sorted(rows(out), key=lambda row: (row[0], row[1], str(row[3])))
    assert [
        (item, worker, plain(label, case.kind), time and str(time)) for item, worker, label, time in found
    ] == case.labels
    assert {skip.reason: skip.n for skip in loaded.skipped} == case.skipped
    assert loaded.n_labels == len(case.labels)
    timed = {"time_column": "time"} if loaded.has_times else {}
    with oakdb.run(out, kind=case.kind, **timed) as results:
        assert results.summary["n_items"] == loaded.n_items
        assert results.summary["n_rejected"] == loaded.n_repeated
        assert results.summary["n_workers"] == loaded.n_workers
