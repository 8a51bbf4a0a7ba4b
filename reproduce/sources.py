"""Data sets with a truth: generated ones, and those of a folder."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fixtures.__main__ import GENERATORS
from fixtures.files import write

GENERATED = ("keypoints", "topics", "tree_paths", "boxes")
N_ITEMS = 20_000


@dataclass(frozen=True)
class Source:
    """One data set: its name, its kind, where it lies."""

    name: str
    kind: str
    annotations: Path
    truth: Path


def generated(folder: Path, n_items: int | None = None) -> Iterator[Source]:
    """The four in the shape of the paper's, written to the folder."""
    for name in GENERATED:
        data = GENERATORS[name](n_items or N_ITEMS, 0)
        annotations, _, truth = write(data, folder, name, "parquet")
        yield Source(f"{name} (generated)", data.kind, annotations, truth)


def in_folder(folder: Path) -> Iterator[Source]:
    """Each in a folder of its own: annotations.parquet, gold.parquet; kinds by the table of README.md: name, kind."""
    table = (folder / "README.md").read_text(encoding="utf-8")
    for name, kind in re.findall(r"^\| (\w+) \| (\w+) \|", table, re.MULTILINE):
        if (folder / name / "annotations.parquet").is_file():
            yield Source(name, kind, folder / name / "annotations.parquet", folder / name / "gold.parquet")
