"""Prodigy, JSONL as `prodigy db-out` writes it: one answer of one annotator a line."""

from collections.abc import Iterator
from typing import Any

from oakdb.loading.labels import CHOICES
from oakdb.loading.records import UNREADABLE, Answer, LeftOutError, Record, Source, text_at
from oakdb.loading.streams import json_lines
from oakdb.loading.times import time_of

TAKES = ("item",)

BINARY_VIEWS = ("classification", "ner", "spans", "image", "html", "text", "audio", "diff")  # accept it, or reject it

Said = tuple[str, str, list[Any]]  # which question was asked, the kind of its answer, and the parts of that


def read(source: Source) -> Iterator[Record | Answer]:
    for place, task in json_lines(source.path):
        try:
            answers = _answers(task)
            # The same text may be asked about with several labels: the task's hash tells these questions apart.
            is_binary = answers[0][0] == "answer"
            default = "_task_hash" if is_binary else "_input_hash"
            item = text_at(task, source.wishes.item or default, f"the record has no {source.wishes.item or default}")
            if is_binary and source.wishes.item and task.get("label") is not None:
                item = f"{item}/{task['label']}"
            worker = source.worker(task.get("_annotator_id") or task.get("_session_id"))
        except LeftOutError as reason:
            source.skip(str(reason), place, task)
            continue
        except UNREADABLE:
            source.skip("the record cannot be read", place, task)
            continue
        # The recipe `review` has an expert choose among the versions of others.
        is_truth = isinstance(task.get("versions"), list)
        yield Record(place, item, worker, f"{source.name}, {place}", time_of(task.get("_timestamp")), is_truth)
        for field, kind, parts in answers:
            yield from (Answer(place, field, kind, part) for part in parts)
        if task.get("relations"):
            source.skip("relations, which are not loaded", place, task["relations"])


def _answers(task: dict[str, Any]) -> list[Said]:
    """All that was said; an interface of blocks may ask several questions at once."""
    answer, view = task.get("answer"), task.get("_view_id")
    if answer not in ("accept", "reject"):
        raise LeftOutError("the annotator ignored the task" if answer == "ignore" else "the record has no answer")
    is_plain = view is None and "label" in task and not {"options", "tokens"} & task.keys()
    if task.get("_is_binary") is True or view in BINARY_VIEWS or is_plain:
        return [("answer", "category", [answer])]
    if answer == "reject":
        raise LeftOutError("the annotator rejected the task")
    found: list[Said] = []
    if "options" in task or view == "choice":
        found.append(("accept", CHOICES, [str(choice) for choice in task.get("accept", [])]))
    for field in (str(task.get("field_id") or "user_input"), "transcript"):
        if field in task:
            found.append((field, "text", [str(task[field])]))
    if "audio_spans" in task:
        found.append(("audio_spans", "spans", [_span(span) for span in task["audio_spans"]]))
    spans = task.get("spans", [])
    if view == "image_manual" or any("points" in span for span in spans):
        found.append(("spans", "boxes", [_box(span) for span in spans]))
    elif spans or not found or (view == "blocks" and "tokens" in task):
        found.append(("spans", "spans", [_span(span) for span in spans]))
    return found


def _span(span: dict[str, Any]) -> dict[str, Any]:
    tag = {} if span.get("label") is None else {"tag": str(span["label"])}
    return {"start": span["start"], "stop": span["end"]} | tag


def _box(span: dict[str, Any]) -> dict[str, Any]:
    if span.get("type", "rect") != "rect":
        raise LeftOutError(f"a {span['type']}, which is not loaded")
    if "width" in span:
        x, y = float(span["x"]), float(span["y"])
        sides = (x, y, x + float(span["width"]), y + float(span["height"]))
    else:  # older versions have the corners alone
        across, down = zip(*span["points"], strict=True)
        sides = (min(across), min(down), max(across), max(down))
    named = {} if span.get("label") is None else {"class": str(span["label"])}
    return dict(zip(("x1", "y1", "x2", "y2"), sides, strict=True)) | named
