"""Records and answers on their way, in a database on disk, so that no file has to fit in memory."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from oakdb.loading.records import Answer, Record
from oakdb.pseudonyms import Key

BATCH = 5_000
MEMORY = "1GB"
RECORDS = {
    "file": "integer",
    "key": "varchar",
    "number": "bigint",
    "item_id": "varchar",
    "worker_id": "varchar",
    "time": "timestamp",
    "is_truth": "boolean",
    "place": "varchar",
    "height": "integer",
    "width": "integer",
}
ANSWERS = {
    "file": "integer",
    "key": "varchar",
    "number": "bigint",
    "field": "varchar",
    "kind": "varchar",
    "value": "varchar",
    "is_whole": "boolean",
    "problem": "varchar",
}
LABELS = {"item_id": "varchar", "worker_id": "varchar", "label": "varchar", "time": "timestamp"}


def _text(said: str) -> str:
    """Text that a database takes: JSON may hold half of a character, which is shown as its number."""
    return said.encode(errors="backslashreplace").decode()


class Table:
    """Rows that go to the database a batch at a time."""

    def __init__(self, con: duckdb.DuckDBPyConnection, name: str, columns: dict[str, str]) -> None:
        self.con, self.name, self.columns = con, name, columns
        self.rows: list[tuple[Any, ...]] = []
        con.execute(f"create table {name} ({', '.join(f'{column} {kind}' for column, kind in columns.items())})")

    def add(self, *row: Any) -> None:
        self.rows.append(row)
        if len(self.rows) >= BATCH:
            self.flush()

    def flush(self) -> None:
        if self.rows:
            frame = pd.DataFrame(self.rows, columns=list(self.columns), dtype="object")
            self.con.from_df(frame).insert_into(self.name)
            self.rows = []

    def relation(self) -> Any:
        self.flush()
        return self.con.table(self.name)


class Store:
    """All that was read, and the labels made of it."""

    def __init__(self, folder: Path, key: Key | None) -> None:
        self.key = key
        # What does not fit goes to the folder: memory stays the same however large the files are.
        settings: dict[str, Any] = {"memory_limit": MEMORY, "temp_directory": str(folder / "spilled")}
        self.con = duckdb.connect(str(folder / "loading.duckdb"), config=settings)
        self.records = Table(self.con, "records", RECORDS)
        self.answers = Table(self.con, "answers", ANSWERS)
        self.labels = Table(self.con, "labels", LABELS)
        self.truths = Table(self.con, "truths", LABELS)
        self.number = 0

    def add(self, file: int, found: Record | Answer) -> None:
        self.number += 1
        if isinstance(found, Record):
            worker = found.worker if self.key is None else self.key.name(found.worker)
            row = (
                _text(found.item),
                _text(worker),
                found.time,
                found.is_truth,
                _text(found.place),
                *(found.size or (None, None)),
            )
            self.records.add(file, _text(found.key), self.number, *row)
        else:
            value = json.dumps(found.value, ensure_ascii=False)
            problem = found.problem or (None if _text(value) == value else "half of a character")
            row = (_text(found.field), found.kind, _text(value), found.is_whole, problem)
            self.answers.add(file, _text(found.key), self.number, *row)

    def fields(self) -> dict[str, int]:
        """How many answers each field has."""
        counts = self.answers.relation().aggregate("field, count(*) as n, min(number) as first")
        return {field: n for field, n, _ in counts.order("first").fetchall()}

    def kinds(self, field: str) -> dict[str, int]:
        """How many answers of each kind a field has."""
        counts = self._of(field).aggregate("kind, count(*) as n").order("n desc, kind")
        return dict(counts.fetchall())

    def is_single(self, field: str) -> bool:
        """Whether every record has exactly one answer to a field, or none."""
        most = self._of(field).aggregate("file, key, count(*) as n").max("n").fetchall()
        return bool(most[0][0] == 1)

    def answered(self, field: str) -> Iterator[tuple[Any, ...]]:
        """Each record with its answers to a field, in the order of the files."""
        answers = self._of(field).aggregate(
            "file, key, list(value order by number) as answers, bool_or(is_whole) as is_whole, min(problem) as problem",
            "file, key",
        )
        joined = self.records.relation().set_alias("r").join(answers.set_alias("a"), "file, key", how="left")
        columns = "item_id, worker_id, time, is_truth, place, height, width, coalesce(answers, []), is_whole, problem"
        joined.order("r.number").project(columns).create("answered")
        reader = self.con.cursor().execute("from answered")
        while found := reader.fetchmany(BATCH):
            yield from found

    def unclaimed(self) -> list[tuple[int, str, str]]:
        """Answers to a record that is not there: their file, the record's key, and what they say."""
        answers, records = self.answers.relation().set_alias("a"), self.records.relation().set_alias("r")
        alone = answers.join(records, "file, key", how="anti").order("number").project("file, key, value")
        found: list[tuple[int, str, str]] = alone.fetchall()
        return found

    def _of(self, field: str) -> Any:
        chosen = duckdb.ColumnExpression("field") == duckdb.ConstantExpression(field)
        return self.answers.relation().filter(chosen)
