"""Rows and facts as text: tables for people, JSON for programs."""

from __future__ import annotations

import json
import math
import sys
import unicodedata
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from oakdb.rows import Rows

MOST_CHARACTERS = 60


def as_table(rows: Rows) -> str:
    """A plain table: numbers to the right with four decimals, text to the left, one row per line whatever it holds."""
    cells = [[cell(value) for value in row] for row in rows.values]
    widths = [max([len(name), *(len(row[place]) for row in cells)]) for place, name in enumerate(rows.columns)]

    def line(cells: list[str]) -> str:
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(cells, widths, rows.are_numbers, strict=True)
        ]
        return "  ".join(padded).rstrip()

    return "\n".join([line(rows.columns), line(["-" * width for width in widths]), *map(line, cells)])


def some_rows(frame: pd.DataFrame, n_rows: int = 12) -> pd.DataFrame:
    """Every so many rows of a long table, the first and the last among them."""
    last = len(frame) - 1
    places = sorted({round(place * last / (n_rows - 1)) for place in range(n_rows)})
    return frame.iloc[places].reset_index(drop=True)


def facts(values: dict[str, Any]) -> str:
    """One fact a line: its name, its value."""
    width = max(len(name) for name in values)
    return "\n".join(f"{name.ljust(width)}  {cell(value)}" for name, value in values.items())


def as_json(rows: Rows) -> str:
    """A list of records, one a line."""
    return "[" + ",\n ".join(json.dumps(record, ensure_ascii=False) for record in plain_records(rows)) + "]"


def plain_records(rows: Rows) -> list[dict[str, Any]]:
    """A mapping per row, of what JSON can say: fifteen decimals, null for what is no number."""
    return [{name: _said_in_json(value) for name, value in record.items()} for record in rows.records()]


def _said_in_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _said_in_json(part) for name, part in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_said_in_json(part) for part in value]
    if isinstance(value, float | Decimal):
        return round(float(value), 15) if math.isfinite(value) else None
    if value is None or isinstance(value, bool | int | str):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def cell(value: Any) -> str:
    """A value in one short line: four decimals, nothing that controls or breaks it, at most 60 characters."""
    if isinstance(value, float | Decimal):
        return "" if math.isnan(value) else f"{value:.4f}"
    if value is None or value is getattr(sys.modules.get("pandas"), "NA", None):
        return ""
    plain = value.tolist() if hasattr(value, "tolist") else value
    text = json.dumps(_said_in_json(plain), ensure_ascii=False) if isinstance(plain, list | dict) else str(plain)
    shown = text[:MOST_CHARACTERS]
    if not shown.isprintable():
        shown = "".join(" " if _is_no_sign(character) else character for character in shown)
    return shown if len(text) <= MOST_CHARACTERS else shown[:-1] + "…"


def _is_no_sign(character: str) -> bool:
    """Whether it stands for nothing that is seen: controls, marks of direction, breaks of lines and paragraphs."""
    return unicodedata.category(character)[0] == "C" or unicodedata.category(character) in ("Zl", "Zp")
