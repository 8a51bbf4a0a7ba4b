"""Label Studio, export as JSON: a list of tasks, each with the annotations of its annotators."""

from collections.abc import Iterator
from typing import Any

from oakdb.errors import OakError
from oakdb.loading.labels import CHOICES
from oakdb.loading.records import UNREADABLE, Answer, LeftOutError, Record, Source, text_at
from oakdb.loading.streams import json_parts
from oakdb.loading.times import time_of

TAKES = ("item",)

Parts = tuple[str, list[Any]]  # the kind, and the parts of a label that a region makes


def read(source: Source) -> Iterator[Record | Answer]:
    for key, place, task in json_parts(source.path):
        if key or not isinstance(task, dict):
            raise OakError(f"{source.path}, {place}", "is not a list of tasks", "export as JSON")
        if not isinstance(task.get("annotations"), list):
            raise OakError(f"{source.path}, {place}", "a task has no annotations", "export as JSON, not as JSON-MIN")
        try:
            item = text_at(task, source.wishes.item or "id", "the task has no id")
        except LeftOutError as reason:
            source.skip(str(reason), place, task)
            continue
        if isinstance(task.get("predictions"), list):
            for prediction in task["predictions"]:
                source.skip("a prediction of a model", place, prediction)
        for number, annotation in enumerate(task["annotations"], start=1):
            where = f"{place}, annotation {number}"
            try:
                yield from _annotation(source, f"{place}/{number}", item, annotation, where)
            except LeftOutError as reason:
                source.skip(str(reason), where, annotation)
            except UNREADABLE:
                source.skip("an annotation cannot be read", where, annotation)


def _annotation(source: Source, key: str, item: str, annotation: dict[str, Any], where: str) -> list[Record | Answer]:
    """The record and its answers; with one of them missing the label would say something else, so it is all or none."""
    if annotation.get("was_cancelled"):
        raise LeftOutError("the annotator skipped the task")
    time, is_truth = time_of(annotation.get("created_at")), annotation.get("ground_truth") is True
    found: list[Record | Answer] = [
        Record(key, item, _worker(source, annotation), f"{source.name}, {where}", time, is_truth)
    ]
    for region in annotation.get("result") or ():
        try:
            kind, parts = _parts(region)
        except UNREADABLE:
            raise LeftOutError("a region cannot be read") from None
        found += [Answer(key, str(region.get("from_name")), kind, part) for part in parts]
    return found


def _worker(source: Source, annotation: dict[str, Any]) -> str:
    by = annotation.get("completed_by")
    return source.known_worker((by.get("email") or by.get("id")) if isinstance(by, dict) else by)


def _parts(region: dict[str, Any]) -> Parts:
    kind, value = region["type"], region.get("value") or {}
    match kind:
        case "choices":
            return CHOICES, [str(choice) for choice in value["choices"]]
        case "pairwise":
            return "category", [str(value["selected"])]
        case "taxonomy":
            return "path", [[str(step) for step in path] for path in value["taxonomy"]]
        case "number" | "rating":
            return "number", [float(value[kind])]
        case "textarea":
            return "text", ["\n".join(value["text"]) if isinstance(value["text"], list) else str(value["text"])]
        case "ranker":
            return "ranking", [_ranking(value["ranker"])]
        case "rectanglelabels" | "rectangle":
            return "boxes", [_box(region, value)]
        case "keypointlabels" | "keypoint":
            width, height = _scales(region)
            return "keypoint", [{"x": value["x"] * width, "y": value["y"] * height}]
        case "labels" | "hypertextlabels" | "timeserieslabels":
            ends = value.get("globalOffsets") or value  # in hypertext the others count within an element
            return "spans", [{"start": ends["start"], "stop": ends["end"]} | _tagged("tag", value)]
        case "relation":
            return "relation", []
    raise LeftOutError(f"a region of type {kind}, which is not loaded")


def _ranking(ranked: Any) -> list[str]:
    """A list; or lists by the name of their bucket, of which `_` holds what was not put into any."""
    if isinstance(ranked, dict):
        buckets = [things for name, things in ranked.items() if name != "_" or len(ranked) == 1]
        if len(buckets) != 1:
            raise LeftOutError("a ranker with several buckets, which is not loaded")
        ranked = buckets[0]
    return [str(thing) for thing in ranked]


def _box(region: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    if value.get("rotation"):
        raise LeftOutError("a rotated rectangle")
    width, height = _scales(region)
    x, y = value["x"] * width, value["y"] * height
    sides = {"x1": x, "y1": y, "x2": x + value["width"] * width, "y2": y + value["height"] * height}
    return sides | _tagged("class", value)


def _scales(region: dict[str, Any]) -> tuple[float, float]:
    """Places are in percent of the picture; in pixels, where its size is said."""
    width, height = region.get("original_width"), region.get("original_height")
    return (width / 100, height / 100) if width and height else (1.0, 1.0)


def _tagged(name: str, value: dict[str, Any]) -> dict[str, str]:
    labels = next((found for key, found in value.items() if key.endswith("labels") and found), None)
    return {} if labels is None else {name: str(labels[0])}
