"""Toloka, TSV of assignments: INPUT:, OUTPUT: and GOLDEN: fields, a row per task of an assignment."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from oakdb.loading.cells import column, whole
from oakdb.loading.records import UNREADABLE, Answer, LeftOutError, Record, Source
from oakdb.loading.streams import rows
from oakdb.loading.times import time_of

TAKES = ("item",)

USED = ("APPROVED", "ACCEPTED", "SUBMITTED")


def read(source: Source) -> Iterator[Record | Answer]:
    table = rows(source.path, "\t", source.skip)
    _, header = next(table)
    item_of = _item_of(source, header)
    worker_column = column(source, header, None, ["ASSIGNMENT:worker_id", "ASSIGNMENT:user_id"], "NAME=FILE")
    fields = [name for name in header if name.startswith("OUTPUT:")]
    known_truths = set()
    for place, row in table:
        status, item = row.get("ASSIGNMENT:status", USED[0]), item_of(row)
        if status not in USED:
            source.skip(f"the assignment is {status.lower() or 'without a status'}", place, row)
        elif not item or not (row[worker_column] or source.named_worker):
            source.skip(f"{worker_column if item else 'the item'} is empty", place, row)
        else:
            said = row.get("ASSIGNMENT:submitted") or row.get("ASSIGNMENT:started")
            worker, where = source.known_worker(row[worker_column]), f"{source.name}, {place}"
            yield Record(place, item, worker, where, time_of(said))
            yield from _answers(source, place, row, fields, "OUTPUT:", place)
            goldens = [f"GOLDEN:{field.removeprefix('OUTPUT:')}" for field in fields]
            if item not in known_truths and any(row.get(golden) for golden in goldens):
                known_truths.add(item)  # it stands in the row of every worker
                yield Record(f"{place} truth", item, "truth", where, is_truth=True)
                yield from _answers(source, f"{place} truth", row, goldens, "GOLDEN:", place)


def _item_of(source: Source, header: Mapping[str, str]) -> Callable[[Mapping[str, str]], str]:
    """How a row names its item: by the task's id, which not every export has, else by all that the worker was shown."""
    shown = [name for name in header if name.startswith("INPUT:")]
    if source.wishes.item is None and "ASSIGNMENT:task_id" not in header and len(shown) > 1:
        return lambda row: json.dumps([row[name] for name in shown], ensure_ascii=False) if any(row.values()) else ""
    named = column(source, header, source.wishes.item, ["ASSIGNMENT:task_id", *shown], "--item")
    return lambda row: row[named]


def _answers(
    source: Source, key: str, row: dict[str, str], names: list[str], prefix: str, place: str
) -> Iterator[Answer]:
    for name in names:
        if not row.get(name):
            continue
        field = f"OUTPUT:{name.removeprefix(prefix)}"
        try:
            boxes = _boxes(row[name])
        except LeftOutError as reason:
            source.skip(str(reason), place, row)
            continue
        if boxes is None:
            yield whole(source, key, field, row[name])
        for box in boxes or ():
            yield Answer(key, field, "boxes", box)


def _boxes(cell: str) -> list[dict[str, Any]] | None:
    """The shapes of Toloka's own editor of pictures; None where the cell is something else."""
    if '"shape"' not in cell:
        return None
    try:
        shapes = json.loads(cell)
        if any(shape["shape"] != "rectangle" for shape in shapes):
            raise LeftOutError("a polygon or point, which is not loaded")
        return [
            {"x1": s["left"], "y1": s["top"], "x2": s["left"] + s["width"], "y2": s["top"] + s["height"]}
            | ({"class": str(s["label"])} if "label" in s else {})
            for s in shapes
        ]
    except (*UNREADABLE, RecursionError):
        return None
