"""New labels into the database of a task: what they change is decided by what was learned; nothing is learned anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import duckdb

from oakdb.building import ask_model, build_model, drop_models, in_one_transaction
from oakdb.database import ANNOTATION_ROLES, incoming, key_check, lies_there, table_named
from oakdb.errors import OakError, first_line, from_engine
from oakdb.files import confine, successor
from oakdb.inputs import named_columns, open_input
from oakdb.notebook import as_html
from oakdb.project import Settings
from oakdb.pseudonyms import Key, KeyFile, nobody_named, reading
from oakdb.relearning import relearn
from oakdb.render import KEPT_OF_ADDITIONS, Model, quoted, render_additions
from oakdb.results import Results, Temporary

if TYPE_CHECKING:
    import pandas as pd

DECIDED = ("live_answers_after", "item_decisions_after")  # by what was learned with the new labels

Changes = TypeVar("Changes", bound=Sized)
Fetch = Callable[[duckdb.DuckDBPyConnection], Changes]


@dataclass(frozen=True)
class Addition(Generic[Changes]):
    """What came in, and the decisions that are others now."""

    n_rows: int
    n_rejected: int
    changes: Changes
    ignored_columns: list[str]

    def _repr_html_(self: Addition[pd.DataFrame]) -> str:
        facts = {"n_rows": self.n_rows, "n_rejected": self.n_rejected, "n_changed": len(self.changes)}
        return as_html("oakdb add", facts, [("The decisions that changed:", self.changes)])


def add(
    annotations: Any,
    db: str | Path | Results,
    *,
    schema: str = "oakdb",
    learn: bool = False,
    anonymise: KeyFile | None = None,
) -> Addition[pd.DataFrame]:
    """Take labels into the task's annotations, where the views see them at once.

    `annotations` is what `run` takes, and `anonymise` the key that it was run with. With `learn` what was learned takes
    in all labels that were added since, too. One transaction: a failure leaves everything as it was.
    """
    return take(annotations, db, lambda found: found.df(), schema=schema, learn=learn, anonymise=anonymise)


def take(
    annotations: Any,
    db: str | Path | Results,
    fetch: Fetch[Changes],
    *,
    schema: str = "oakdb",
    learn: bool = False,
    anonymise: KeyFile | None = None,
) -> Addition[Changes]:
    """`add`, with the changes as the caller fetches them."""
    key = Key.given(anonymise)
    if isinstance(db, Results):
        return _added(db, annotations, key, learn, fetch, confined=False)
    with successor(db) as next_one:
        return _added(Results(next_one.con, schema), annotations, key, learn, fetch, confined=next_one.is_copy)


def _added(
    task: Results, annotations: Any, key: Key | None, learn: bool, fetch: Fetch[Changes], *, confined: bool
) -> Addition[Changes]:
    settings = task.settings
    schema = None if task.is_namesake else task.schema
    models = {model.name: model for model in render_additions({**settings, "learns": learn}, schema)}
    changes = models.pop("decision_changes")
    concerned = Temporary(task.con)

    def build(names: Iterable[str]) -> dict[str, int]:
        return {name: _build(task, concerned, models[name]) for name in names}

    _refuse_another_key(task, key)
    with in_one_transaction(task):
        with nobody_named(key):
            n_rows, ignored = _take_in(task, concerned, annotations, settings, key)
        if confined:
            confine(task.con)
        n_written = build(name for name in models if name not in DECIDED)
        _append(task, concerned, settings)
        if learn and not relearn(task, settings):  # as what was learned from now
            build_model(concerned, replace(models["live_annotations_before"], name="live_annotations_after"))
        build(name for name in models if name in DECIDED)
        addition = Addition(n_rows, n_written["rejected_rows"], fetch(ask_model(concerned, changes)), ignored)
        drop_models(concerned, [model for name, model in models.items() if name not in KEPT_OF_ADDITIONS])
        task.con.execute(f"drop table {concerned.name('additions')}")
        return addition


def _build(task: Results, concerned: Results, model: Model) -> int:
    if model.name in KEPT_OF_ADDITIONS:
        return build_model(task, model, appends=task.has(model.name))
    return build_model(concerned, model)


def _refuse_another_key(task: Results, key: Key | None) -> None:
    known = key_check(task)
    if known == (None if key is None else key.check):
        return
    problem, remedy = ("it has the workers' ids", "add without --anonymise")
    if known is not None:
        problem, remedy = ("its workers have other names", "give --anonymise FILE with the key of its run")
        problem += "" if key is None else ", by another key"
    raise OakError(f"schema {task.schema}", problem, remedy)


def _take_in(
    task: Results, concerned: Results, annotations: Any, settings: Settings, key: Key | None
) -> tuple[int, list[str]]:
    """The new rows as a table with the columns of the annotations; how many, and which columns have no place there."""
    where = str(annotations) if isinstance(annotations, str | Path) else "annotations"
    roles = [role for role in ANNOTATION_ROLES if settings[role] is not None]
    table = table_named(task.con, annotations)
    if table is not None and key is not None:
        raise lies_there(where)
    relation = open_input(task.con, annotations, settings, roles) if table is None else table
    found = named_columns(where, relation.columns, settings, roles)
    names = {column: settings[role] for role, column in found.items()}
    additions = concerned.name("additions")
    task.con.execute(f"create or replace temporary table {additions} as from {_target(settings)} limit 0")
    wanted = {column.lower() for column in concerned.relation("additions").columns}
    taken = {column: names.get(column, column) for column in relation.columns}
    ignored = [column for column, name in taken.items() if name.lower() not in wanted]
    try:
        with reading(task.con, found["worker_column"], key) as read:
            columns = [f"{read(column)} as {quoted(name)}" for column, name in taken.items() if column not in ignored]
            with incoming(task.con, relation.project(", ".join(columns))) as rows:
                (n_rows,) = task.con.execute(f"insert into {additions} by name from {rows}").fetchall()[0]
    except duckdb.OutOfMemoryException as error:
        raise from_engine(where, error, "") from None
    except duckdb.Error as error:
        raise OakError(
            where, "cannot be added", "give the columns as in the first run", detail=f"({first_line(error)})"
        ) from None
    return int(n_rows), ignored


def _append(task: Results, concerned: Results, settings: Settings) -> None:
    additions = concerned.name("additions")
    try:
        task.con.execute(f"insert into {_target(settings)} by name from {additions}")
    except duckdb.Error as error:
        raise OakError(
            _target(settings), f"nothing can be added ({first_line(error)})", "add to where it comes from"
        ) from None


def _target(settings: Settings) -> str:
    """The table that the task's annotations lie in."""
    name = settings["annotations"]
    return quoted(*(name.split(".") if isinstance(name, str) else name))
