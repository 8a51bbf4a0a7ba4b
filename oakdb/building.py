"""Building: models become relations of a database, all of them or none."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import duckdb

from oakdb.errors import from_engine
from oakdb.project import project
from oakdb.render import Model
from oakdb.results import Results

PARSED: dict[str, duckdb.Statement] = {}


def execute_script(con: duckdb.DuckDBPyConnection, script: str) -> None:
    """All statements, or none of them."""
    con.begin()
    con.execute(script)
    con.commit()


@contextmanager
def in_one_transaction(task: Results) -> Iterator[None]:
    """All that is written is kept, or nothing of it."""
    task.con.begin()
    try:
        task.con.execute(f"create schema if not exists {task.name()}")
        if task.is_namesake:
            task.con.execute(f"use {task.name()}")
        yield
        task.con.commit()
    except BaseException as error:
        with suppress(duckdb.Error):
            task.con.rollback()
        if isinstance(error, duckdb.Error):
            raise from_engine(task.database, error, "the results are as they were") from None
        raise


def build_model(task: Results, model: Model, *, appends: bool = False) -> int:
    """Make the model's relation; one that is `incremental` may be appended to. Returns how many rows were written."""
    relation = task.name(model.name)
    made = f"create or replace {task.scope}{_made_as(model)} {relation} as"
    appended = model.materialized == "incremental" and appends
    written = _executed(task, model, f"{f'insert into {relation}' if appended else made} {model.sql}").fetchall()
    return int(written[0][0]) if written else 0


def ask_model(task: Results, model: Model) -> duckdb.DuckDBPyConnection:
    """What the model says, to be fetched, without a relation made of it."""
    return _executed(task, model, model.sql)


def _executed(task: Results, model: Model, sql: str) -> duckdb.DuckDBPyConnection:
    try:
        return task.con.execute(_parsed(task.con, sql))
    except duckdb.Error as error:
        raise from_engine(model.name, error, _remedy(model, error)) from None


def _remedy(model: Model, error: duckdb.Error) -> str:
    if model.name in project().models:
        return f"see its SQL with: oakdb sql {model.name}"
    if isinstance(
        error, duckdb.BinderException | duckdb.CatalogException
    ):  # what a run made lacks what is read of it here
        return "results that another version of oakdb made are made anew with: oakdb run"
    return ""


def _parsed(con: duckdb.DuckDBPyConnection, sql: str) -> str | duckdb.Statement:
    """Labels that come one by one are taken in by the same statements, and parsing is a sixth of the work.

    DuckDB before 2.0 parses faster, and takes longer to run what was parsed before.
    """
    if duckdb.__version__ < "2":
        return sql
    if len(PARSED) > 200:
        PARSED.clear()
    found = PARSED.get(sql)
    if found is None:
        found = PARSED[sql] = con.extract_statements(sql)[0]
    return found


def drop_models(task: Results, models: Iterable[Model]) -> None:
    """Take their relations away again."""
    task.con.execute("; ".join(f"drop {_made_as(model)} if exists {task.name(model.name)}" for model in models))


def _made_as(model: Model) -> str:
    return "table" if model.materialized == "incremental" else model.materialized
