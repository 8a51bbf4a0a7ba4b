"""Running: the one module that writes to a database."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import sqlglot

from oakdb.errors import CALL_WRONG, OakError, first_line, from_engine
from oakdb.files import confine, connect, reopened, successor
from oakdb.functions import create_functions, registered
from oakdb.inputs import named_columns, open_input
from oakdb.project import Settings, check_plain, project, settings_with_defaults
from oakdb.render import Model, quoted, render
from oakdb.results import Results

ANNOTATION_ROLES = ("item_column", "worker_column", "label_column", "time_column")
AUDIT_ROLES = ("item_column", "label_column")

Progress = Callable[[int, int, str], None]


def run(
    annotations: Any,
    audits: Any = None,
    kind: str = "category",
    *,
    db: str | Path | None = None,
    schema: str = "oakdb",
    progress: Progress | None = None,
    **settings: Any,
) -> Results:
    """Learn from annotations, estimate every item, decide: stop or ask.

    `annotations` and `audits` are paths, DataFrames, Arrow tables or DuckDB relations; with `db`, also names of tables
    in that file, which are then read where they lie. One transaction: a run that fails leaves the previous results.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"task": [1, 1, 2, 2], "worker": ["a", "b", "a", "b"], "label": ["x", "x", "x", "y"]})
    >>> run(frame).decisions[["item_id", "n_labels", "decision"]].values.tolist()
    [['1', 2, 'ask'], ['2', 2, 'ask']]
    """
    return learn(annotations, audits, {**settings, "kind": kind}, db=db, schema=schema, progress=progress)


def learn(
    annotations: Any,
    audits: Any,
    settings: Settings,
    *,
    db: str | Path | duckdb.DuckDBPyConnection | None = None,
    schema: str = "oakdb",
    progress: Progress | None = None,
    confined: bool = False,
) -> Results:
    """`run`, with the settings in one mapping; also in a database that is open.

    `confined`: the results are only to be read, with no way to other files or the network.
    """
    for name in ("annotations", "audits"):
        if name in settings:
            raise OakError(
                f"setting '{name}'", "is where the data lies", f"give it as the {name} of the run", exit_code=CALL_WRONG
            )
    given = settings_with_defaults(settings)
    if not schema:
        raise OakError("schema", "its name is empty", "name one, such as oakdb", exit_code=CALL_WRONG)
    check_plain("schema", schema)
    if given["kind"] == "spans" and duckdb.__version__.startswith("1.4."):  # four times as much with each CTE in a CTE
        raise OakError("kind spans", f"DuckDB {duckdb.__version__} takes all memory to plan it", "install 1.5 or newer")
    if isinstance(db, str | Path):
        with successor(db) as next_one:
            _learn(Results(next_one.con, schema), annotations, audits, given, progress, confined=next_one.is_copy)
        task = Results(reopened(db, read_only=confined), schema)
        create_functions(task.con, list(registered().values()))
        return task
    task = Results(connect(None) if db is None else db, schema)
    try:
        _learn(task, annotations, audits, given, progress, confined=confined)
    except BaseException:
        task.con.close()
        raise
    return task


def _learn(
    task: Results, annotations: Any, audits: Any, given: dict[str, Any], progress: Progress | None, *, confined: bool
) -> None:
    with in_one_transaction(task):
        inputs = [_input(task, "annotations", annotations, given, ANNOTATION_ROLES)]
        given |= inputs[0].settings
        if audits is not None:
            inputs.append(_input(task, "audits", audits, given, AUDIT_ROLES))
            given["audits"] = inputs[1].settings["audits"]
        # A setting that is wrong stops here, before anything is read.
        models = render(given, None if task.is_namesake else task.schema)
        if audits is None:
            task.con.execute(f"drop table if exists {task.name('raw_audits')}")
        for taken in inputs:
            taken.take_in()
        if confined:
            confine(task.con)
        _build(task, models, progress)
        if given["similarity"] is not None and not given["similarity"].replace("_", "x").isalnum():
            _try_answers(task)


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


@dataclass(frozen=True)
class Input:
    """Where data of the user lies, as settings; what is not yet in the database is taken in first."""

    con: duckdb.DuckDBPyConnection
    where: str
    settings: dict[str, Any]
    table: Sequence[str] = ()
    relation: Any = None

    def take_in(self) -> None:
        if self.relation is None:
            return
        incoming = quoted(*self.table[:-1], f"{self.table[-1]}_incoming")  # it may read the table that it replaces
        try:
            self.relation.create(incoming)
            self.con.execute(f"drop table if exists {quoted(*self.table)}")
            self.con.execute(f"alter table {incoming} rename to {quoted(self.table[-1])}")
        except duckdb.OutOfMemoryException as error:
            raise from_engine(self.where, error, "") from None
        except duckdb.Error as error:
            raise OakError(self.where, f"cannot be read ({first_line(error)})", "check the file") from None


def _input(task: Results, name: str, source: Any, settings: dict[str, Any], roles: Sequence[str]) -> Input:
    table = table_named(task.con, source)
    relation = open_input(task.con, source, settings, roles) if table is None else table
    where = str(source) if isinstance(source, str | Path) else name
    found = named_columns(where, relation.columns, settings, roles)
    # Audits may use other names for the same columns; they follow the annotations'.
    wanted = {found[role]: settings[role] for role in roles} if name == "audits" else {}
    if table is not None and all(column == new_name for column, new_name in wanted.items()):
        return Input(task.con, where, {name: name_parts(source), **found})
    columns = [f"{quoted(column)} as {quoted(wanted.get(column, column))}" for column in relation.columns]
    item = found["item_column"]
    return Input(
        task.con,
        where,
        {name: [*([] if task.is_namesake else [task.schema]), f"raw_{name}"], **found},
        task.parts(f"raw_{name}"),
        # The labels of an item lie together: what follows groups them again and again, or looks for one item.
        relation.project(", ".join(columns)).order(quoted(wanted.get(item, item))),
    )


def take_in_annotations(task: Results, source: Any) -> None:
    """The annotations as a table of the task, with the columns that they have."""
    _input(task, "annotations", source, settings_with_defaults({}), ANNOTATION_ROLES).take_in()


def table_named(con: duckdb.DuckDBPyConnection, source: Any) -> Any:
    """A table or view of the database, where the source is the name of one and not a file."""
    if isinstance(source, str) and not Path(source).exists():
        with suppress(duckdb.Error, sqlglot.errors.SqlglotError):
            con.table_function("pragma_table_info", [source]).fetchall()  # nothing but the catalogue is asked
            return con.sql(f"from {quoted(*name_parts(source))}")
    return None


def name_parts(name: str) -> list[str]:
    """What a name in SQL consists of: catalogue and schema, where it has them, and the relation."""
    return [part.name for part in sqlglot.to_table(name, dialect="duckdb").parts]


def _build(task: Results, models: Sequence[Model], progress: Progress | None) -> None:
    existing = dict(
        task.con.execute(
            "select table_name, table_type from information_schema.tables where table_schema = ?", [task.schema]
        ).fetchall()
    )
    create_functions(task.con, list(registered().values()))
    becomes = {model.name: model.materialized for model in models}
    for name in existing.keys() & project().models.keys():  # models that are not asked for any more are dropped, too
        was = {"BASE TABLE": "table", "VIEW": "view"}[existing[name]]
        if was != becomes.get(name):
            task.con.execute(f"drop {was} {task.name(name)}")
    for number, model in enumerate(models, start=1):
        if progress is not None:
            progress(number, len(models), model.name)
        build_model(task, model)
        if model.name == "rejected_rows":
            _refuse_nothing(task)


def build_model(task: Results, model: Model, *, appends: bool = False) -> None:
    """Make the model's relation; one that is `incremental` may be appended to."""
    relation = task.name(model.name)
    is_incremental = model.materialized == "incremental"
    made = f"create or replace {task.scope}{'table' if is_incremental else model.materialized} {relation} as"
    try:
        task.con.execute(f"{f'insert into {relation}' if is_incremental and appends else made} {model.sql}")
    except duckdb.Error as error:
        remedy = f"see its SQL with: oakdb sql {model.name}" if model.name in project().models else ""
        raise from_engine(model.name, error, remedy) from None


def _try_answers(task: Results) -> None:
    """A similarity of the user may fail on pairs that only the views compare: better now than when they are read."""
    try:
        task.relation("item_estimates").aggregate("sum(agreement)").fetchall()
    except duckdb.Error as error:
        raise OakError("item_estimates", first_line(error), "correct the similarity") from None


def _refuse_nothing(task: Results) -> None:
    """Stop where no annotation is left to learn from, and say what was wrong with most."""
    if task.relation("stg_annotations").limit(1).fetchall():
        return
    reasons = task.rejected_reasons
    if reasons.empty:
        raise OakError("annotations", "there is no row", "give at least one label")
    first = reasons.iloc[0]
    raise OakError(
        "annotations",
        f"none of {reasons['n_rows'].sum()} rows can be used, {first['n_rows']} because: {first['reason']}",
        "check the kind and the columns",
    )
