"""What a query has found, as plain values: enough to show it. Frames are for Python, and pandas takes long to start."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

NUMBERS = re.compile(
    r"BOOLEAN|DOUBLE|FLOAT|DECIMAL\(\d+,\d+\)|U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER"
)  # as DuckDB calls them


@dataclass(frozen=True)
class Rows:
    """Values row by row, None for unknown, and of each column its name and whether it holds numbers."""

    columns: list[str]
    are_numbers: list[bool]
    values: list[tuple[Any, ...]]

    @classmethod
    def fetched(cls, found: duckdb.DuckDBPyConnection | duckdb.DuckDBPyRelation) -> Rows:
        """All rows of a query."""
        columns = [str(name) for name, *_ in found.description]
        are_numbers = [NUMBERS.fullmatch(str(kind)) is not None for _, kind, *_ in found.description]
        return cls(columns, are_numbers, found.fetchall())

    @classmethod
    def of(cls, frame: pd.DataFrame) -> Rows:
        """All rows of a frame."""
        columns = [str(column) for column in frame.columns]
        known = frame.astype(object).where(frame.notna(), None)
        are_numbers = [kind.kind in "biuf" for kind in frame.dtypes]
        return cls(columns, are_numbers, list(known.itertuples(index=False, name=None)))

    def __len__(self) -> int:
        return len(self.values)

    def first(self, n_rows: int) -> Rows:
        """So many of them."""
        return Rows(self.columns, self.are_numbers, self.values[:n_rows])

    def records(self) -> list[dict[str, Any]]:
        """A mapping per row."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.values]
