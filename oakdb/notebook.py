"""What a notebook shows of a result: facts and tables as HTML. Text from the data is shown as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from oakdb.display import cell

if TYPE_CHECKING:
    import pandas as pd

STYLE = "text-align: left; font-variant-numeric: tabular-nums"


def as_html(title: str, facts: Mapping[str, Any], tables: Sequence[tuple[str, pd.DataFrame]] = ()) -> str:
    """A title, one fact a row, and tables with a caption each."""
    rows = "".join(
        f'<tr><th style="{STYLE}">{escape(name)}</th><td style="{STYLE}">{escape(cell(value))}</td></tr>'
        for name, value in facts.items()
    )
    parts = [f"<b>{escape(title)}</b>", f"<table>{rows}</table>" if rows else ""]
    return "<div>" + "".join([*parts, *(_table(caption, frame) for caption, frame in tables)]) + "</div>"


def _table(caption: str, frame: pd.DataFrame) -> str:
    head = "".join(f"<th>{escape(str(name))}</th>" for name in frame.columns)
    rows = (
        "".join(f"<td>{escape(cell(value))}</td>" for value in row) for row in frame.itertuples(index=False, name=None)
    )
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<p>{escape(caption)}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
