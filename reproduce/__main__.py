"""Run the experiment over the generated sets and those of the folders given, and write docs/results.md."""

import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

import oakdb
from reproduce.claims import LARGEST, SMALLEST
from reproduce.intervals import tested_intervals
from reproduce.page import page, section
from reproduce.peers import peers
from reproduce.sources import Source, generated, in_folder

PAGE = Path(__file__).parent.parent / "docs/results.md"
VARIANTS = {(False, 0.0): "no audits", (True, 0.0): "calibrated", (True, 2.0): "folded in"}


@dataclass(frozen=True)
class Tried:
    """What came out on one data set."""

    section: str
    results: pd.DataFrame
    intervals: pd.DataFrame


def tried(source: Source) -> Tried:
    """All methods, with the paper's weights and those that are the kind's default; and the intervals."""
    with duckdb.connect() as con:
        columns = con.read_parquet(str(source.annotations)).columns
    settings: dict[str, Any] = {"time_column": "seq"} if "seq" in columns else {}
    evaluation = oakdb.evaluate(
        source.annotations,
        source.truth,
        source.kind,
        weights=["linear", "log_odds" if source.kind == "category" else "cubed"],
        train_share=[SMALLEST, LARGEST],
        **settings,
    )
    results = with_names(evaluation, source)
    found = Tried(section(source, evaluation, results), results, pd.concat(tested_intervals(source)))
    print(f"{source.name}: {source.kind}, {evaluation.seconds:.0f} s", file=sys.stderr, flush=True)
    return found


def with_names(evaluation: oakdb.Evaluation, source: Source) -> pd.DataFrame:
    frame = evaluation.results
    variant = [VARIANTS[key] for key in zip(frame["calibrated"], frame["audit_weight"], strict=True)]
    default = frame["weights"].isin(["cubed", "log_odds"])
    return frame.assign(
        data=source.name,
        kind=source.kind,
        is_generated=source.name.endswith("(generated)"),
        variant=variant,
        contender=frame["method"].where(~default, frame["method"] + ", " + frame["weights"].astype(str)),
        scheme=frame["weights"].where(~default, "default").fillna("linear"),
    )


def main(folders: list[Path]) -> None:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        sources = [*generated(Path(scratch)), *(found for folder in folders for found in in_folder(folder))]
        found = list(pool.map(tried, sources))
    results, intervals = (pd.concat(getattr(one, name) for one in found) for name in ("results", "intervals"))
    sections = [one.section for one in found]
    text = page(sections, results, intervals, peers(results), time.monotonic() - started)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
