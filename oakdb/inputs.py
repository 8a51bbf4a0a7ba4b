"""What the user brings: files, frames and relations, and which of their columns is which."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from oakdb.errors import OakError, first_line
from oakdb.project import Settings, project

# The field's other names for the same columns, tried in this order when the configured one is not there.
ALIASES: Mapping[str, Sequence[str]] = {
    "item_column": ("item_id", "item", "task", "task_id", "unit_id", "example_id"),
    "worker_column": ("worker_id", "worker", "performer", "annotator", "annotator_id", "rater", "user_id"),
    "label_column": ("label", "labels", "annotation", "answer", "response"),
}

READERS: Mapping[str, str] = {
    ".csv": "read_csv",
    ".tsv": "read_csv",
    ".txt": "read_csv",
    ".parquet": "read_parquet",
    ".json": "read_json",
    ".jsonl": "read_json",
    ".ndjson": "read_json",
}


def named_columns(where: str, columns: Sequence[str], settings: Settings, roles: Sequence[str]) -> dict[str, str]:
    """Which column plays each role, in any case: the one chosen; where none was, the default or another known name.

    Audits come from elsewhere and may have other names than the annotations.
    """
    by_lower_case = {column.lower(): column for column in reversed(columns)}
    found = {}
    for role in roles:
        if settings[role] is None and role == "time_column":
            continue
        is_chosen = "worker_column" in roles and settings[role] != project().defaults[role]
        candidates = [str(settings[role]), *(() if is_chosen else ALIASES[role])]
        names = [by_lower_case[name.lower()] for name in candidates if name.lower() in by_lower_case]
        if not names:
            raise OakError(
                where,
                f"there is no column '{settings[role]}'",
                f"name the right one with the setting {role}",
                detail=f"among {', '.join(columns)}",
            )
        found[role] = names[0]
    return found


def open_input(con: duckdb.DuckDBPyConnection, source: Any, settings: Settings, roles: Sequence[str]) -> Any:
    """A relation over what the user gave: a path, a DataFrame, an Arrow table, a DuckDB relation of any connection."""
    if isinstance(source, str | Path):
        return _open_file(con, Path(source), settings, roles)
    if isinstance(source, duckdb.DuckDBPyRelation):
        source = source.to_arrow_table()
    try:
        if type(source).__module__.startswith("pandas"):
            return con.from_df(source)
        return con.from_arrow(source)
    except duckdb.Error as error:
        raise OakError(
            f"input of type {type(source).__name__}", first_line(error), "give a path, a frame or a table"
        ) from None


def _open_file(con: duckdb.DuckDBPyConnection, path: Path, settings: Settings, roles: Sequence[str]) -> Any:
    where = str(path)
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() not in (".gz", ".zst")]
    if not path.is_file():
        raise OakError(
            where, "there is no such file", "give a csv, parquet or json file, or a table of the database given by --db"
        )
    if not suffixes or suffixes[-1] not in READERS:
        raise OakError(
            where, "the file's ending is not known", f"known are {', '.join(READERS)}, also with .gz or .zst"
        )
    reader = READERS[suffixes[-1]]
    try:
        relation = getattr(con, reader)(where)
        if reader == "read_csv":
            # Ids and labels are text, whatever they look like: 007 is not 7.
            named = named_columns(where, relation.columns, settings, roles)
            text = [column for role, column in named.items() if role != "time_column"]
            relation = con.read_csv(where, dtype=dict.fromkeys(text, "VARCHAR"))
    except (duckdb.Error, UnicodeError) as error:
        raise OakError(where, "cannot be read", "check the file", detail=f"({first_line(error)})") from None
    return relation
