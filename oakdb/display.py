"""Frames and facts as text: tables for people, JSON for programs."""

import json
import unicodedata
from typing import Any

import pandas as pd

MOST_CHARACTERS = 60


def as_table(frame: pd.DataFrame) -> str:
    """A plain table: numbers to the right with four decimals, text to the left, one row per line whatever it holds."""
    columns = [str(column) for column in frame.columns]
    rows = [[cell(value) for value in row] for row in frame.itertuples(index=False)]
    widths = [max([len(name), *(len(row[place]) for row in rows)]) for place, name in enumerate(columns)]
    is_number = [pd.api.types.is_numeric_dtype(frame.dtypes.iloc[place]) for place in range(len(columns))]

    def line(cells: list[str]) -> str:
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(cells, widths, is_number, strict=True)
        ]
        return "  ".join(padded).rstrip()

    return "\n".join([line(columns), line(["-" * width for width in widths]), *(line(row) for row in rows)])


def some_rows(frame: pd.DataFrame, n_rows: int = 12) -> pd.DataFrame:
    """Every so many rows of a long table, the first and the last among them."""
    last = len(frame) - 1
    places = sorted({round(place * last / (n_rows - 1)) for place in range(n_rows)})
    return frame.iloc[places].reset_index(drop=True)


def facts(values: dict[str, Any]) -> str:
    """One fact a line: its name, its value."""
    width = max(len(name) for name in values)
    return "\n".join(f"{name.ljust(width)}  {cell(value)}" for name, value in values.items())


def as_json(frame: pd.DataFrame) -> str:
    """A list of records, one a line."""
    records = json.loads(frame.to_json(orient="records", double_precision=15, date_format="iso"))
    return "[" + ",\n ".join(json.dumps(record, ensure_ascii=False) for record in records) + "]"


def cell(value: Any) -> str:
    """A value in one short line: four decimals, nothing that controls or breaks it, at most 60 characters."""
    if isinstance(value, float):
        return "" if pd.isna(value) else f"{value:.4f}"
    if value is None or value is pd.NA:
        return ""
    text = value if isinstance(value, str) else _plain(value)
    shown = "".join(" " if _is_no_sign(character) else character for character in text[:MOST_CHARACTERS])
    return shown if len(text) <= MOST_CHARACTERS else shown[:-1] + "…"


def _is_no_sign(character: str) -> bool:
    """Whether it stands for nothing that is seen: controls, marks of direction, breaks of lines and paragraphs."""
    return unicodedata.category(character)[0] == "C" or unicodedata.category(character) in ("Zl", "Zp")


def _plain(value: Any) -> str:
    if hasattr(value, "tolist"):
        value = value.tolist()
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, list | dict) else str(value)
