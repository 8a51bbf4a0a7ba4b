"""What a benchmark prints, and where docs/performance.md keeps it."""

import os
import platform
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"


@dataclass(frozen=True)
class Row:
    """What one contender took at one size; what is not known is left open."""

    name: str
    annotations: int
    seconds: float
    cpu_seconds: float | None = None
    peak_gb: float | None = None


def print_table(
    section: str, rows: Sequence[Row], reference: float | None, remarks: Sequence[str], *, write: bool
) -> None:
    lines = ["| contender | annotations | seconds | CPU seconds | ratio | peak memory |", "|---|--:|--:|--:|--:|--:|"]
    for row in rows:
        ratio = f"{row.seconds / reference:.2f}" if reference else ""
        cpu = "" if row.cpu_seconds is None else f"{row.cpu_seconds:,.1f}"
        peak = "" if row.peak_gb is None else f"{row.peak_gb:.1f} GB"
        lines.append(f"| {row.name} | {row.annotations:,} | {row.seconds:,.1f} | {cpu} | {ratio} | {peak} |")
    print_section(section, [*lines, *(line for remark in remarks for line in ("", remark))], write=write)


def print_section(section: str, lines: Sequence[str], *, write: bool) -> None:
    """On the screen; with `write` also into the page, between the marks of the section."""
    text = "\n".join([*lines, "", f"{os.cpu_count()} cores, {platform.machine()}, DuckDB {duckdb.__version__}."])
    print(text)
    if write:
        marks = re.compile(rf"(<!-- {section} -->\n).*?(<!-- end -->)", re.DOTALL)
        page, n_found = marks.subn(lambda found: f"{found[1]}{text}\n{found[2]}", PAGE.read_text())
        assert n_found == 1, f"docs/performance.md has no section {section}"
        PAGE.write_text(page)
