"""Running: data in, and all models over it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from oakdb.building import build_model, in_one_transaction
from oakdb.errors import CALL_WRONG, OakError, first_line, from_engine
from oakdb.files import confine, connect, reopened, successor
from oakdb.functions import create_functions, registered
from oakdb.inputs import named_columns, open_input
from oakdb.project import Settings, check_plain, project, settings_with_defaults
from oakdb.pseudonyms import Key, KeyFile, nobody_named, reading
from oakdb.render import TEMPORARY, Model, quoted, render
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
    anonymise: KeyFile | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Results:
    """Learn from annotations, estimate every item, decide: stop or ask.

    `annotations` and `audits` are paths, DataFrames, Arrow tables or DuckDB relations; with `db`, also names of tables
    in that file, which are then read where they lie. One transaction: a run that fails leaves the previous results.
    With `anonymise`, a file that holds a key or the key itself as bytes, workers have other names from the start: their
    ids are nowhere in the results.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"task": [1, 1, 2, 2], "worker": ["a", "b", "a", "b"], "label": ["x", "x", "x", "y"]})
    >>> run(frame).decisions[["item_id", "n_labels", "decision"]].values.tolist()
    [['1', 2, 'ask'], ['2', 2, 'ask']]
    """
    given = {**settings, "kind": kind}
    return learn(annotations, audits, given, db=db, schema=schema, anonymise=anonymise, progress=progress)


def learn(
    annotations: Any,
    audits: Any,
    settings: Settings,
    *,
    db: str | Path | duckdb.DuckDBPyConnection | None = None,
    schema: str = "oakdb",
    anonymise: KeyFile | None = None,
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
    key = Key.given(anonymise)
    if isinstance(db, str | Path):
        with successor(db) as next_one:
            _learn(Results(next_one.con, schema), annotations, audits, given, key, progress, confined=next_one.is_copy)
        task = Results(reopened(db, read_only=confined), schema)
        create_functions(task.con, list(registered().values()))
        return task
    task = Results(connect(None) if db is None else db, schema)
    try:
        _learn(task, annotations, audits, given, key, progress, confined=confined)
    except BaseException:
        task.con.close()
        raise
    return task


def _learn(
    task: Results,
    annotations: Any,
    audits: Any,
    given: dict[str, Any],
    key: Key | None,
    progress: Progress | None,
    *,
    confined: bool,
) -> None:
    with in_one_transaction(task):
        _refuse_other_names(task, key)
        with nobody_named(key):
            inputs = [_input(task, "annotations", annotations, given, ANNOTATION_ROLES, key)]
            given |= inputs[0].settings
            if audits is not None:
                inputs.append(_input(task, "audits", audits, given, AUDIT_ROLES, key))
                given["audits"] = inputs[1].settings["audits"]
        # A setting that is wrong stops here, before anything is read.
        models = render(given, None if task.is_namesake else task.schema)
        if audits is None:
            task.con.execute(f"drop table if exists {task.name('raw_audits')}")
        task.con.execute(f"drop table if exists {task.name('added_labels')}")
        with nobody_named(key):
            for taken in inputs:
                taken.take_in()
        if key is not None:
            task.con.execute(f"create or replace table {task.name('key_check')} as select ? as key_check", [key.check])
        if confined:
            confine(task.con)
        _build(task, models, progress)
        if given["similarity"] is not None and not given["similarity"].replace("_", "x").isalnum():
            _try_answers(task)


@dataclass(frozen=True)
class Input:
    """Where data of the user lies, as settings; what is not yet in the database is taken in first."""

    con: duckdb.DuckDBPyConnection
    where: str
    settings: dict[str, Any]
    table: Sequence[str] = ()
    relation: Any = None
    columns: Mapping[str, str] = field(default_factory=dict)  # those that are taken in, and what they are called there
    order: Sequence[str] = ()
    worker: str | None = None
    key: Key | None = None

    def take_in(self) -> None:
        if self.relation is None:
            return
        # Of a table DuckDB knows how long the longest text is, and sorts short ones as numbers, in half of the time.
        taken = quoted(*TEMPORARY, self.table[-1])
        try:
            with reading(self.con, self.worker, self.key) as read:
                columns = [f"{read(column)} as {quoted(name)}" for column, name in self.columns.items()]
                with incoming(self.con, self.relation.project(", ".join(columns))) as rows:
                    self.con.execute(f"create or replace temporary table {taken} as from {rows}")
            order = ", ".join(map(quoted, self.order))
            self.con.execute(f"create or replace table {quoted(*self.table)} as from {taken} order by {order}")
            self.con.execute(f"drop table {taken}")
        except duckdb.OutOfMemoryException as error:
            raise from_engine(self.where, error, "") from None
        except duckdb.Error as error:
            raise OakError(self.where, "cannot be read", "check the file", detail=f"({first_line(error)})") from None


def _input(
    task: Results, name: str, source: Any, settings: dict[str, Any], roles: Sequence[str], key: Key | None = None
) -> Input:
    table = table_named(task.con, source)
    relation = open_input(task.con, source, settings, roles) if table is None else table
    where = str(source) if isinstance(source, str | Path) else name
    found = named_columns(where, relation.columns, settings, roles)
    # Audits may use other names for the same columns; they follow the annotations'.
    wanted = {found[role]: settings[role] for role in roles} if name == "audits" else {}
    if table is not None and key is not None:
        raise lies_there(where)
    if table is not None and all(column == new_name for column, new_name in wanted.items()):
        return Input(task.con, where, {name: name_parts(source), **found})
    columns = {column: wanted.get(column, column) for column in relation.columns}
    worker = found.get("worker_column")
    # The labels of an item lie together: what follows groups them again and again, or looks for one item.
    order = [columns[found["item_column"]]]
    if key is not None:  # no other column is known to say nothing of the worker, nor is the order of the rows
        columns = {column: columns[column] for column in columns if _is_needed(column, found, settings)}
        order += [worker] if worker else []
    return Input(
        task.con,
        where,
        {name: [*([] if task.is_namesake else [task.schema]), f"raw_{name}"], **found},
        task.parts(f"raw_{name}"),
        relation,
        columns,
        order,
        worker,
        key,
    )


@contextmanager
def incoming(con: duckdb.DuckDBPyConnection, relation: Any) -> Iterator[str]:
    """The name of a view of what comes in; where that fails, it goes with the transaction."""
    con.register("incoming", relation)
    yield quoted(*TEMPORARY, "incoming")
    con.unregister("incoming")


def _is_needed(column: str, found: Mapping[str, str], settings: Settings) -> bool:
    """Whether the models read it: it has a role, or is the type of the labels."""
    return column in found.values() or f"column {column}".lower() == str(settings["partition"]).lower()


def lies_there(where: str) -> OakError:
    """The source is a table, and so the database has the ids already."""
    return OakError(where, "lies in the database, with the workers' ids", "give a file, and a database without them")


def _refuse_other_names(task: Results, key: Key | None) -> None:
    """What a file has held stays in it, deleted or not: ids and other names do not take each other's place."""
    known = key_check(task)
    if key is None and known is not None:
        raise OakError(
            f"schema {task.schema}", "its workers have other names", "give --anonymise FILE, or another --db or schema"
        )
    if key is not None and known is None and task.has("task_settings"):
        raise OakError(f"schema {task.schema}", "it was run with the workers' ids", "name a new file with --db")


def key_check(task: Results) -> str | None:
    """What the key of the workers' names must say of itself; None where workers have their ids."""
    if not task.has("key_check"):
        return None
    (found,) = task.relation("key_check").fetchall()[0]
    return str(found)


def take_in_annotations(task: Results, source: Any) -> None:
    """The annotations as a table of the task, with the columns that they have."""
    _input(task, "annotations", source, settings_with_defaults({}), ANNOTATION_ROLES).take_in()


def table_named(con: duckdb.DuckDBPyConnection, source: Any) -> Any:
    """A table or view of the database, where the source is the name of one and not a file."""
    if isinstance(source, str) and not Path(source).exists():
        with suppress(duckdb.Error):
            con.table_function("pragma_table_info", [source]).fetchall()  # nothing but the catalogue is asked
            return con.sql(f"from {quoted(*name_parts(source))}")
    return None


def name_parts(name: str) -> list[str]:
    """What a name in SQL consists of: catalogue and schema, where it has them, and the relation."""
    import sqlglot  # noqa: PLC0415 - takes longer to start than most commands, and most read a file

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
    reasons = task.left_out().fetchall()
    if not reasons:
        raise OakError("annotations", "there is no row", "give at least one label")
    (_, most_frequent, n_rows), n_all = reasons[0], sum(n_rows for _, _, n_rows in reasons)
    raise OakError(
        "annotations",
        f"none of {n_all} rows can be used, {n_rows} because: {most_frequent}",
        "check the kind and the columns",
    )
