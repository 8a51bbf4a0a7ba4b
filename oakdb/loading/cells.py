"""Tables with a row per label: which column is which, and what a cell says."""

from collections.abc import Iterable, Sequence
from typing import Any

from oakdb.errors import OakError
from oakdb.loading.labels import kind_of_cell
from oakdb.loading.records import Answer, Source


def column(source: Source, columns: Iterable[str], wish: str | None, names: Sequence[str], option: str) -> str:
    """The column asked for, or the first of the usual names that is there, in any case."""
    by_lower_case = {name.lower(): name for name in columns}
    for name in (wish,) if wish is not None else names:
        if name.lower() in by_lower_case:
            return by_lower_case[name.lower()]
    listed = ", ".join(by_lower_case.values())
    raise OakError(
        str(source.path),
        f"there is no column '{wish or names[0]}'",
        f"name the right one with {option}",
        detail=f"among {listed}",
    )


def whole(source: Source, key: str, field: str, cell: Any) -> Answer:
    """A cell that is a label as it stands; its kind is the one asked for, or what it looks like."""
    return Answer(key, field, source.wishes.kind or kind_of_cell(cell), cell, is_whole=True)
