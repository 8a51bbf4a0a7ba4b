"""Mechanical Turk, results of a batch as CSV: Input. and Answer. columns, a row per assignment."""

import json
from collections.abc import Iterator
from typing import Any

from oakdb.loading.cells import column, whole
from oakdb.loading.labels import CHOICES
from oakdb.loading.records import UNREADABLE, Answer, Record, Source
from oakdb.loading.streams import rows
from oakdb.loading.times import time_of

TAKES = ("item",)

USED = ("Approved", "Submitted")
ELEMENTS = (
    "label",
    "labels",
    "boundingBoxes",
    "entities",
    "keypoints",
)  # what the crowd HTML elements call their answer


def read(source: Source) -> Iterator[Record | Answer]:
    table = rows(source.path, ",", source.skip)
    _, header = next(table)
    item_column = column(source, header, source.wishes.item, ["HITId"], "--item")
    worker_column = column(source, header, None, ["WorkerId"], "NAME=FILE")
    names = [name for name in header if name.startswith("Answer.")]
    for place, row in table:
        status = row.get("AssignmentStatus") or USED[0]
        if status not in USED:
            source.skip(f"the assignment is {status.lower()}", place, row)
        elif not row[item_column] or not (row[worker_column] or source.named_worker):
            source.skip(f"{worker_column if row[item_column] else item_column} is empty", place, row)
        else:
            cells = {name.removeprefix("Answer."): row[name] for name in names if row[name]}
            try:
                found = [part for field, answer in _answers(cells) for part in _parts(source, place, field, answer)]
            except UNREADABLE:
                source.skip("an answer cannot be read", place, row)
                continue
            worker, where = source.known_worker(row[worker_column]), f"{source.name}, {place}"
            yield Record(place, row[item_column], worker, where, time_of(row.get("SubmitTime")))
            yield from found


def _answers(cells: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Each question and what was said to it; buttons that are true or false belong to one question."""
    ticked: dict[str, list[str]] = {}
    for name, cell in cells.items():
        if name == "taskAnswers":
            for field, answer in _task_answers(cell).items():
                yield field, answer
            continue
        field, _, last = name.rpartition(".")
        if last in ELEMENTS:
            yield field, {last: _json(cell)}
        elif field and cell.lower() in ("true", "false"):
            question, option = ("on", field) if last == "on" else (field, last)
            ticked.setdefault(question, []).extend([option] if cell.lower() == "true" else [])
        elif ".inputImageProperties" not in name:
            yield name, cell
    for question, options in ticked.items():
        yield question, dict.fromkeys(options, True)


def _parts(source: Source, key: str, field: str, answer: Any) -> Iterator[Answer]:
    match answer:
        case {"label": label}:
            yield Answer(key, field, CHOICES, str(label))
        case {"labels": list(labels)}:
            yield from (Answer(key, field, CHOICES, str(label)) for label in labels)
        case {"boundingBoxes": list(boxes)}:
            yield from (Answer(key, field, "boxes", _box(box)) for box in boxes)
        case {"entities": list(entities)}:
            for span in entities:
                value = {"start": span["startOffset"], "stop": span["endOffset"], "tag": str(span["label"])}
                yield Answer(key, field, "spans", value)
        case {"keypoints": list(points)}:
            yield from (Answer(key, field, "keypoint", {"x": point["x"], "y": point["y"]}) for point in points)
        case dict() if all(isinstance(is_ticked, bool) for is_ticked in answer.values()):
            yield from (Answer(key, field, CHOICES, name) for name, is_ticked in answer.items() if is_ticked)
        case dict():
            source.skip(f"an answer with {', '.join(sorted(answer))}, which is not loaded", key, answer)
        case str() if source.wishes.kind == "set" and not answer.startswith("["):
            yield from (Answer(key, field, "set", part) for part in answer.split("|"))  # ticked boxes of one name
        case _:
            yield whole(source, key, field, answer if isinstance(answer, str) else json.dumps(answer))


def _box(box: dict[str, Any]) -> dict[str, Any]:
    x, y = box["left"], box["top"]
    sides = {"x1": x, "y1": y, "x2": x + box["width"], "y2": y + box["height"]}
    return sides | ({"class": str(box["label"])} if box.get("label") else {})


def _task_answers(cell: str) -> dict[str, Any]:
    found = _json(cell)
    first = found[0] if isinstance(found, list) and found else found
    return first if isinstance(first, dict) else {}


def _json(cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell
