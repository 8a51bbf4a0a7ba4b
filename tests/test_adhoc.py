"""The macros for ad hoc queries give what `oakdb run` gives, here and in the older shell; what they take is data."""

import json
import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import oakdb
from docs import outputs
from oakdb.adhoc import TABLE_MACROS, generated_sql, install_sql
from oakdb.cli import main
from oakdb.project import project
from tests.samples import KINDS, Sample, sample

ROOT = Path(__file__).parent.parent
TOLERANCE = 1e-9
PLACES = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
SHELL = shutil.which("duckdb", path=PLACES)
needs_shell = pytest.mark.skipif(
    SHELL is None and os.environ.get("CI") != "true", reason="the DuckDB shell is not there: pip install duckdb-cli"
)
KEYS = ("source", "row", "worker_id", "label_type", "item_id", "worker_a", "worker_b", "n_labels")


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    """A database that has the macros."""
    with duckdb.connect() as connection:
        connection.execute(generated_sql())
        yield connection


def drawn(kind: str, seed: int = 5, **more: Any) -> Sample:
    return sample(kind, seed, **({"n_items": 40, "n_workers": 7, "most_labels": 4, "audit_share": 0.5} | more))


def take_in(con: duckdb.DuckDBPyConnection, given: Sample) -> None:
    for name, frame in (("votes", given.frame()), ("rulings", given.audit_frame())):
        con.from_df(frame).create_view("given", replace=True)
        con.execute(f"create or replace table {name} as from given")


def rows(relation: Any) -> list[dict[str, Any]]:
    """In the order of their keys."""
    found = [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]
    return in_order(found)


def in_order(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(found, key=lambda row: [str(row[name]) for name in KEYS if name in row])


def assert_same(found: Any, expected: Any, where: str) -> None:
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), where
        for name in expected:
            assert_same(found[name], expected[name], f"{where} {name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for place, value in enumerate(expected):
            assert_same(found[place], value, f"{where} {place}")
    elif isinstance(expected, float):
        assert math.isclose(found, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE), (where, found, expected)
    else:
        assert found == expected, where


def arguments(kind: str, settings: dict[str, Any], *, audited: bool) -> str:
    given = {"kind": kind} | ({"audits": "rulings"} if audited else {}) | settings
    return ", ".join(["'votes'", *(f"{name} := {value!r}" for name, value in given.items())])


def compare(
    con: duckdb.DuckDBPyConnection,
    given: Sample,
    macros: list[str],
    *,
    audited: bool = True,
    **settings: Any,
) -> None:
    take_in(con, given)
    with oakdb.run(given.frame(), given.audit_frame() if audited else None, given.kind, **settings) as results:
        for macro in macros:
            found = rows(con.sql(f"from {macro}({arguments(given.kind, settings, audited=audited)})"))
            expected = rows(results.relation(TABLE_MACROS[macro]))
            assert expected or macro == "oak_rejected"
            for row in (*found, *expected):
                row.pop("fingerprint", None)  # of incremental runs
            assert_same(found, expected, macro)


# ---- the same numbers


@pytest.mark.parametrize("audited", [False, True], ids=["alone", "audited"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_as_by_a_run(con: duckdb.DuckDBPyConnection, kind: str, audited: bool) -> None:
    compare(con, drawn(kind), ["oak_decisions", "oak_items", "oak_labels", "oak_worker_types"], audited=audited)


@pytest.mark.parametrize("kind", ["category", "keypoint"])
def test_every_macro_as_by_a_run(con: duckdb.DuckDBPyConnection, kind: str) -> None:
    compare(con, drawn(kind), list(TABLE_MACROS))


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("category", {"method": "dawid_skene"}),
        ("category", {"method": "one_coin", "weights": "linear"}),
        ("category", {"method": "oak", "weights": "uniform", "gamma": 3.5, "audit_weight": 0}),
        ("number", {"similarity": "ordinal", "method": "poaki"}),
        ("number", {"similarity": "linear", "scale": 7.5, "threshold": 0.5}),
        ("keypoint", {"scale": 2, "max_labels": 2}),
        ("set", {"similarity": "dice", "method": "poak", "threshold": [0.8, 0.6], "max_labels": 3}),
        ("boxes", {"similarity": "matched_iou", "method": "poak_irt"}),
        ("spans", {"similarity": "exact_f1", "weights": "log_odds"}),
        ("text", {"similarity": "levenshtein", "time_column": "seq"}),
        ("ranking", {"similarity": "kendall", "time_column": "seq"}),
        ("mask", {"similarity": "overlap"}),
    ],
    ids=lambda given: given if isinstance(given, str) else "-".join(str(value) for value in given.values()),
)
def test_settings_as_by_a_run(con: duckdb.DuckDBPyConnection, kind: str, settings: dict[str, Any]) -> None:
    given = drawn(kind, 6, timed="time_column" in settings)
    compare(con, given, ["oak_decisions", "oak_items", "oak_workers"], **settings)


def test_rows_left_out_as_by_a_run(con: duckdb.DuckDBPyConnection) -> None:
    given = drawn("number")
    frame = pd.concat([given.frame(), given.frame().head(3), pd.DataFrame([{"item_id": "i0", "worker_id": None}])])
    con.from_df(frame).create_view("given", replace=True)
    con.execute("create or replace table votes as from given")
    with oakdb.run(frame, kind="number") as results:
        found = rows(con.sql("from oak_rejected('votes', kind := 'number')"))
        assert len(found) == 4
        assert_same(found, rows(results.relation("rejected_rows")), "rejected")


NAMES = {  # those that are not called <kind>_<similarity>
    "same_category": ("category", "hamming"),
    "point_gaussian": ("keypoint", "gaussian"),
    "point_linear": ("keypoint", "linear"),
    "jaccard": ("set", "jaccard"),
    "dice": ("set", "dice"),
    "overlap": ("set", "overlap"),
    "hierarchical": ("path", "hierarchical"),
    "region_jaccard": ("boxes", "jaccard"),
    "region_dice": ("boxes", "dice"),
    "region_overlap": ("boxes", "overlap"),
    "matched_iou": ("boxes", "matched_iou"),
    "span_f1": ("spans", "f1"),
    "span_jaccard": ("spans", "jaccard"),
    "exact_span_f1": ("spans", "exact_f1"),
    "word_jaccard": ("text", "jaccard"),
    "word_dice": ("text", "dice"),
    "average_overlap": ("ranking", "average_overlap"),
    "kendall": ("ranking", "kendall"),
    "cosine": ("vector", "cosine"),
}


MORE = {"gaussian": "width", "linear": "width", "ordinal": "steps"}  # a third argument
DECLARED = [
    (kind, similarity)
    for kind, names in re.findall(r"macro (\w+)__similarities\(\) -%}([^{]*){%- endmacro", project().macros)
    for similarity in names.split()
]


def macro_of(kind: str, similarity: str) -> str:
    return {pair: name for name, pair in NAMES.items()}.get((kind, similarity), f"{kind}_{similarity}")


def test_there_is_a_macro_for_every_similarity() -> None:
    there = re.findall(r"^create or replace macro (\w+)\(a, b(?:, (\w+))?\) as \($", generated_sql(), re.MULTILINE)
    assert len(DECLARED) >= 30
    assert sorted(there) == sorted((macro_of(kind, name), MORE.get(name, "")) for kind, name in DECLARED)


@pytest.mark.parametrize(("kind", "similarity"), DECLARED)
def test_similarity_of_two_labels_as_by_a_run(con: duckdb.DuckDBPyConnection, kind: str, similarity: str) -> None:
    name, more = macro_of(kind, similarity), MORE.get(similarity)
    given = drawn(kind, 7)
    take_in(con, given)
    settings = {"scale": 2.5} if more == "width" else {}
    with oakdb.run(given.frame(), kind=kind, similarity=similarity, **settings) as results:
        expected = {
            row[:3]: row[3]
            for row in results.relation("label_pairs").project("item_id, worker_a, worker_b, similarity").fetchall()
        }
    extra = {None: "", "width": ", 2.5", "steps": ", (select list(label) from votes)"}[more]
    found = con.sql(f"""
        select x.item_id, x.worker_id, y.worker_id, {name}(x.label, y.label{extra})
        from votes as x inner join votes as y on x.item_id = y.item_id and x.worker_id < y.worker_id
    """).fetchall()
    assert len(found) == len(expected) > 20
    for *key, value in found:
        assert value == pytest.approx(expected[tuple(key)], abs=TOLERANCE)


# ---- the older shell


def in_shell(script: str, folder: Path, *options: str) -> str:
    assert SHELL is not None
    done = subprocess.run([SHELL, *options], input=script, cwd=folder, check=False, capture_output=True, text=True)
    assert not done.stderr, done.stderr
    return done.stdout


def printed_rows(text: str) -> list[dict[str, Any]]:
    return in_order(json.loads(text)) if text.strip() else []


@needs_shell
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_in_the_shell(kind: str, tmp_path: Path) -> None:
    given = drawn(kind, 8)
    (tmp_path / "oakdb.sql").write_text(install_sql(), encoding="utf-8")
    given.frame().to_parquet(tmp_path / "votes.parquet")
    given.audit_frame().to_parquet(tmp_path / "rulings.parquet")
    script, expected = [".read oakdb.sql"], []
    for audited in (False, True):
        with oakdb.run(given.frame(), given.audit_frame() if audited else None, kind) as results:
            for macro in ("oak_decisions", "oak_workers"):
                audits = ", audits := 'rulings.parquet'" if audited else ""
                script += [f"from {macro}('votes.parquet', kind := '{kind}'{audits});", ".print ----"]
                expected.append(rows(results.relation(TABLE_MACROS[macro])))
    found = in_shell("\n".join(script), tmp_path, "-json").split("----\n")[:-1]
    for printed, wanted in zip(found, expected, strict=True):
        assert_same(printed_rows(printed), wanted, kind)


@needs_shell
def test_a_file_for_the_older_shell(tmp_path: Path) -> None:
    """Installed first, then run into: the shell opens it, and views and macros work there."""
    path = tmp_path / "task.duckdb"
    given = drawn("set")
    assert main(["install", "--db", str(path)]) == 0
    with oakdb.run(given.frame(), given.audit_frame(), "set", db=path) as results:
        expected = rows(results.relation("item_decisions"))
    for script in (
        "from oakdb.item_decisions;",
        "from oak_decisions('oakdb.raw_annotations', audits := 'oakdb.raw_audits', kind := 'set');",
    ):
        assert_same(printed_rows(in_shell(script, tmp_path, "-json", "-readonly", str(path))), expected, script)


@needs_shell
@pytest.mark.parametrize("page", outputs.SHELL_PAGES)
def test_the_pages_print_what_they_say(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder, as on a machine without a checkout."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    assert outputs.refreshed(text) == text, f"run: python docs/outputs.py {page}"


def test_the_page_names_every_macro() -> None:
    text = (ROOT / "docs/adhoc.md").read_text(encoding="utf-8")
    named = [*TABLE_MACROS, *(macro_of(*pair) for pair in DECLARED)]
    assert [name for name in named if not re.search(rf"`{name}\b", text)] == []


# ---- installing


def test_installing_beside_a_task(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "task.duckdb"
    given = drawn("category")
    with oakdb.run(given.frame(), None, "category", db=path) as results:
        expected = rows(results.relation("item_decisions"))
    assert main(["install", "--db", str(path)]) == 0
    assert main(["install", "--db", str(path)]) == 0  # again does no harm
    with duckdb.connect(str(path)) as con:
        assert_same(rows(con.sql("from oakdb.item_decisions")), expected, "view")
        assert_same(rows(con.sql("from oak_decisions('oakdb.raw_annotations')")), expected, "macro")
        assert con.sql("select oakdb_version()").fetchall() == [(oakdb.__version__,)]
    capsys.readouterr()
    assert main(["install", "--db", str(path), "--storage-version", "v1.4.0"]) == 1
    assert "is there already" in capsys.readouterr().err


def test_the_file_is_printed_with_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", "--install"]) == 0
    printed = capsys.readouterr().out
    assert printed == install_sql()
    assert printed.startswith(f"-- oakdb {oakdb.__version__}: ")


# ---- what is given is data


def test_hostile_names(con: duckdb.DuckDBPyConnection) -> None:
    given = drawn("category")
    item, worker, label = "it\"em'; drop table canary; --", "⟦method⟧", "{{ label }}"
    frame = given.frame().set_axis([item, worker, label], axis=1)
    con.from_df(frame).create_view("given", replace=True)
    con.execute("create or replace table canary as select 1 as one")
    table = "vo'tes; drop table canary; --"
    con.execute(f'create or replace table "{table}" as from given')
    columns = f"item_column := $${item}$$, worker_column := $${worker}$$, label_column := $${label}$$"
    found = con.sql(f"""from oak_decisions('"{table.replace("'", "''")}"', {columns})""")
    with oakdb.run(given.frame(), kind="category") as results:
        assert_same(rows(found), rows(results.relation("item_decisions")), "decisions")
    assert con.table("canary").fetchall() == [(1,)]


@pytest.mark.parametrize("name", ["annotations", "input", "labels", "oakdb.annotations", "population", "stg_audits"])
def test_tables_called_like_something_inside(con: duckdb.DuckDBPyConnection, name: str) -> None:
    given = drawn("category")
    take_in(con, given)
    con.execute(f'create or replace table "{name}" as from votes')
    found = rows(con.sql(f"""from oak_workers('"{name}"', audits := 'rulings')"""))
    assert_same(found, rows(con.sql("from oak_workers('votes', audits := 'rulings')")), name)
    con.execute(f'drop table "{name}"')


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("kind := 'sett'", "setting 'kind' is 'sett': give one of boxes, category"),
        ("kind := null", "setting 'kind' is"),
        ("method := 'best'", "setting 'method' is 'best': give one of oak, poak"),
        ("method := 'dawid_skene', kind := 'text'", "setting 'method' is 'dawid_skene': give kind category with it"),
        ("method := 'one_coin', similarity := 'f'", "setting 'method' is 'one_coin': give similarity hamming with it"),
        ("kind := 'custom'", "setting 'similarity' is 'null': give the name of a function or macro"),
        ("gamma := -1", "setting 'gamma' is '-1': give a number from 0.001 to 1000000"),
        ("gamma := '1); drop table canary'", "setting 'gamma' is '1); drop table canary': give a number"),
        ("threshold := [0.5, 2]", "setting 'threshold' is '[0.5, 2.0]': give a number from 0 to 1"),
        ("threshold := '0.5]) from x; --'", "setting 'threshold' is '0.5]) from x; --': give a number from 0 to 1"),
        ("weights := 'heavy'", "setting 'weights' is 'heavy': give one of linear, cubed, log_odds, uniform"),
        ("max_labels := 0", "setting 'max_labels' is '0': give a number from 1 to"),
        ("similarity := 'jacard\"(1) || f'", "does not exist"),
    ],
)
def test_what_cannot_be_is_refused(con: duckdb.DuckDBPyConnection, given: str, message: str) -> None:
    take_in(con, drawn("category"))
    with pytest.raises(duckdb.Error) as refused:
        con.sql(f"from oak_decisions('votes', {given})").fetchall()
    assert message in str(refused.value)


def test_a_macro_of_the_users_as_similarity(con: duckdb.DuckDBPyConnection) -> None:
    given = drawn("category")
    take_in(con, given)
    con.execute(
        "create or replace macro alike(a, b) as case when a = b then 1 when a < 'c' and b < 'c' then 0.5 else 0 end"
    )
    expression = "case when a = b then 1 when a < 'c' and b < 'c' then 0.5 else 0 end"
    for kind in ("category", "custom"):
        with oakdb.run(given.frame(), kind=kind, similarity=expression) as results:
            found = con.sql(f"from oak_items('votes', kind := '{kind}', similarity := 'alike')")
            assert_same(rows(found), rows(results.relation("item_estimates")), kind)
