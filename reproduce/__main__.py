"""Run the experiment over the generated sets and those of the folders given, and write docs/results.md."""

import sys
import tempfile
import time
from pathlib import Path

import duckdb
import pandas as pd

import oakdb
from oakdb.progress import StderrProgress
from reproduce.page import page, section
from reproduce.sources import Source, generated, in_folder

PAGE = Path(__file__).parent.parent / "docs/results.md"
VARIANTS = {(False, 0.0): "no audits", (True, 0.0): "calibrated", (True, 2.0): "folded in"}


def tried(source: Source) -> oakdb.Evaluation:
    """All methods, with the paper's weights and those that are the kind's default."""
    print(f"{source.name}: {source.kind}", file=sys.stderr)
    columns = duckdb.read_parquet(str(source.annotations)).columns
    progress = StderrProgress()
    evaluation = oakdb.evaluate(
        source.annotations,
        source.truth,
        source.kind,
        weights=["linear", "log_odds" if source.kind == "category" else "cubed"],
        progress=progress,
        **({"time_column": "seq"} if "seq" in columns else {}),
    )
    progress.done()
    return evaluation


def with_names(evaluation: oakdb.Evaluation, source: Source) -> pd.DataFrame:
    frame = evaluation.results
    variant = [VARIANTS[key] for key in zip(frame["calibrated"], frame["audit_weight"], strict=True)]
    default = frame["weights"].isin(["cubed", "log_odds"])
    return frame.assign(
        data=source.name,
        is_generated=source.name.endswith("(generated)"),
        variant=variant,
        contender=frame["method"].where(~default, frame["method"] + ", " + frame["weights"].astype(str)),
        scheme=frame["weights"].where(~default, "default").fillna("linear"),
    )


def main(folders: list[Path]) -> None:
    started = time.monotonic()
    sections, frames = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for source in [*generated(Path(scratch)), *(found for folder in folders for found in in_folder(folder))]:
            evaluation = tried(source)
            frames.append(with_names(evaluation, source))
            sections.append(section(source, evaluation, frames[-1]))
    text = page(sections, pd.concat(frames), time.monotonic() - started)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
