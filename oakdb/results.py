"""Reading back: what a run has left in its schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Self, overload

import duckdb

from oakdb.errors import CALL_WRONG, OakError, from_engine
from oakdb.notebook import as_html
from oakdb.render import TEMPORARY, quoted

if TYPE_CHECKING:
    import pandas as pd

FRAMES: Mapping[str, str] = {"pandas": "df", "polars": "pl", "arrow": "to_arrow_table"}  # by DuckDB's own conversion


class Results:
    """The relations of one labelling task, as DataFrames; `con` for SQL."""

    scope = ""  # as SQL says it where one is made

    def __init__(self, con: duckdb.DuckDBPyConnection, schema: str = "oakdb") -> None:
        self.con = con
        self.schema = schema
        # In a file called like the schema (oakdb.duckdb) DuckDB cannot tell the two apart unless both are named.
        (self.database,) = con.execute("select current_database()").fetchall()[0]
        self.is_namesake = self.database.lower() == schema.lower()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.con.close()

    def name(self, *relation: str) -> str:
        """The quoted name of the schema, or of a relation in it."""
        return quoted(*self.parts(*relation))

    def parts(self, *relation: str) -> list[str]:
        """The parts of that name."""
        return [*([self.database] if self.is_namesake else []), self.schema, *relation]

    def relation(self, name: str) -> Any:
        """A relation of the task by name, as DuckDB's own object."""
        try:
            return self.con.sql(f"from {self.name(name)}")  # .table() takes views only from DuckDB 2 on
        except duckdb.CatalogException:
            raise OakError(f"schema {self.schema}", f"there is no relation {name}", "run `oakdb run` first") from None
        except duckdb.Error as error:
            raise from_engine(name, error, "run `oakdb run` again") from None

    def has(self, name: str) -> bool:
        """Whether the task has a relation of this name."""
        try:
            self.con.table(self.name(name))
        except duckdb.CatalogException:
            return False
        return True

    def of_item(self, name: str, item: str) -> Any:
        """The rows of one item."""
        return self.relation(name).filter(duckdb.ColumnExpression("item_id") == duckdb.ConstantExpression(item))

    def to_ask(self, n_items: int) -> Any:
        """The items to ask about first: where one more label is expected to add most."""
        asked = self.relation("item_decisions").filter("decision = 'ask'")
        return asked.order("priority desc nulls last, item_id").limit(n_items)

    def left_out(self) -> Any:
        """How many input rows were left out for each reason, most first."""
        counts = self.relation("rejected_rows").aggregate("source, reason, count(*) as n_rows")
        return counts.order("n_rows desc, source, reason")

    def count(self, name: str) -> int:
        """How many rows a relation has."""
        (n_rows,) = self.relation(name).count("*").fetchall()[0]
        return int(n_rows)

    @overload
    def table(self, name: str, as_: Literal["pandas"] = "pandas") -> pd.DataFrame: ...

    @overload
    def table(self, name: str, as_: Literal["polars", "arrow"]) -> Any: ...

    def table(self, name: str, as_: str = "pandas") -> Any:
        """A relation of the task by name, in the order of its keys: a pandas or polars DataFrame, or an Arrow table."""
        if as_ not in FRAMES:
            raise OakError(f"as_={as_!r}", "is not known", f"known are {', '.join(FRAMES)}", exit_code=CALL_WRONG)
        relation = self.relation(name)
        keys = ", ".join(str(place) for place in range(1, min(3, len(relation.columns)) + 1))
        try:
            return getattr(relation.order(keys), FRAMES[as_])()
        except ImportError as error:
            raise OakError(f"as_={as_!r}", str(error), f"pip install 'oakdb[{as_}]'") from None

    def _repr_html_(self) -> str:
        try:
            summary, first = self.summary, self.to_ask(5).df()
        except (OakError, duckdb.Error) as error:  # such as after its connection was closed
            return as_html("oakdb", {"schema": self.schema, "cannot be read": str(error).splitlines()[0]})
        tables = [(f"The items to ask about first, of {summary['n_ask']}:", first)] if len(first) else []
        return as_html("oakdb", summary, tables)

    @property
    def workers(self) -> pd.DataFrame:
        """One row per worker: competence and estimated accuracy."""
        return self.table("worker_competence")

    @property
    def worker_types(self) -> pd.DataFrame:
        """One row per worker and label type: competence and estimated accuracy."""
        return self.table("worker_type_competence")

    @property
    def labels(self) -> pd.DataFrame:
        """One row per annotation: what each method says of it."""
        return self.table("label_estimates")

    @property
    def items(self) -> pd.DataFrame:
        """One row per item: its answer and estimated accuracy."""
        return self.table("item_estimates")

    @property
    def decisions(self) -> pd.DataFrame:
        """One row per item: stop or ask."""
        return self.table("item_decisions")

    @property
    def calibration(self) -> pd.DataFrame:
        """One row per label type: the line from similarity to accuracy."""
        return self.table("calibration")

    @property
    def rejected(self) -> pd.DataFrame:
        """One row per input row left out, with the reason."""
        return self.table("rejected_rows")

    @property
    def rejected_reasons(self) -> pd.DataFrame:
        """How many input rows were left out for each reason, most first."""
        frame: pd.DataFrame = self.left_out().df()
        return frame

    @property
    def warnings(self) -> list[str]:
        """What deserves a look although the run went through."""
        relation = self.relation("warnings")
        return [message for (message,) in relation.project("message").fetchall()]

    @property
    def settings(self) -> dict[str, Any]:
        """What the task was run with."""
        return {name: json.loads(value) for name, value in self.relation("task_settings").fetchall()}

    @property
    def summary(self) -> dict[str, Any]:
        """The task in one row: what was used, what was left out, what was decided."""
        relation = self.relation("task_summary")
        return dict(zip(relation.columns, relation.fetchall()[0], strict=True))


class Temporary(Results):
    """Relations about the items that labels are added to, which end with the connection."""

    scope = "temporary "

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self.con = con
        self.database, self.schema = TEMPORARY
        self.is_namesake = True  # so that both are named
