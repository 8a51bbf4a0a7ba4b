"""Exports of labelling tools, changed here and there: never a traceback, and every record a label or counted.

A case is one export: an example of `fixtures/exports` in which values, keys, rows, elements or bytes are others.
"""

import csv
import gzip
import io
import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import duckdb
from hypothesis import strategies as st

from oakdb.errors import OakError
from oakdb.loading import Loaded, load

EXPORTS = Path(__file__).parent.parent / "fixtures/exports"
Edit = tuple[int, str, Any]  # which of the places, what happens there, with what
Cut = tuple[int, int, bytes]  # where, how many bytes go, what comes instead

# What a reader of one record leaves out besides whole records: parts of them, and answers to no record.
PARTS = (
    "a polygon or point, which is not loaded",
    *(f"a {shape}, which is not loaded" for shape in ("polygon", "polyline", "cuboid", "ellipse", "skeleton")),
    "an answer to a record that is not in the file",
    "one of the annotations cannot be read",
    "the annotation has no keypoints",
    "a true label: give --audits to keep it",  # stands in the row of a worker, who is counted
)


@dataclass(frozen=True)
class Example:
    """An export: its format and file, how it comes apart, and how many records there are in its parts."""

    format: str
    file: str
    options: Mapping[str, Any]
    taken_apart: Callable[[str], Any]
    edited: Callable[[Any, list[Edit]], Any]
    written: Callable[[Any], str]
    n_records: Callable[[Any], int | None]  # None where the file is not what the format says


# ---------------------------------------------------------------------------------------------------------------- JSON


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a value made of lists and mappings, but not in the depths of it."""
    if len(path) > 12:
        return [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def edited_value(value: Any, edits: list[Edit]) -> Any:
    root = [json.loads(json.dumps(value))]
    for number, what, given in edits:
        known = places(root)[1:]
        *path, last = known[number % len(known)]
        holder: Any = root
        for step in path:
            holder = holder[step]
        new = json.loads(json.dumps(given))
        if what == "put" or not path:
            holder[last] = new
        elif what == "drop":
            del holder[last]
        elif what == "again" and isinstance(holder, list):
            holder.insert(last, deepcopy(holder[last]))
        elif isinstance(holder, dict):
            holder[str(new)] = holder.pop(last) if what == "rename" else deepcopy(holder[last])
    return root[0]


def lines_of(value: Any) -> str:
    return "\n".join(map(json.dumps, value)) if isinstance(value, list) else json.dumps(value)


def n_lines(value: Any) -> int:
    return len(value) if isinstance(value, list) else 1


def n_annotations(tasks: Any) -> int | None:
    """Of Label Studio: a task without an id is one; else its annotations and predictions."""
    if not isinstance(tasks, list):
        return None
    n = 0
    for task in tasks:
        if not isinstance(task, dict) or not isinstance(task.get("annotations"), list):
            return None
        has_id = task.get("id") not in (None, "") and not isinstance(task["id"], list | dict)
        predictions = task.get("predictions")
        n += len(task["annotations"]) + (len(predictions) if isinstance(predictions, list) else 0) if has_id else 1
    return n


def n_images(export: Any) -> int | None:
    """Of COCO: the elements of `images`, or what stands in their place."""
    images = export.get("images", []) if isinstance(export, dict) else None
    return None if images is None else len(images) if isinstance(images, list) else 1


# -------------------------------------------------------------------------------------------------------------- tables


def table_of(delimiter: str) -> Callable[[str], Any]:
    return lambda text: list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))


def cells_of(table: Any) -> list[list[str]]:
    """The rows that a file has of an edited table."""
    rows = table if isinstance(table, list) else [table]
    return [[str(cell) for cell in (row if isinstance(row, list) else [row])] for row in rows]


def table_text(delimiter: str) -> Callable[[Any], str]:
    def written(table: Any) -> str:
        out = io.StringIO()
        csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(cells_of(table))
        return out.getvalue()

    return written


def n_rows(table: Any) -> int:
    return len([row for row in cells_of(table) if row][1:])


def n_cells(table: Any) -> int:
    """Of a wide table: the cells of workers that say something; a row that is not to be used is one."""
    header, *rows = [row for row in cells_of(table) if row] or [[]]
    n = 0
    for row in rows:
        by_name = dict(zip(header, row, strict=False))
        is_used = len(row) == len(header) and by_name.get("item")
        n += sum(1 for name, cell in by_name.items() if name != "item" and cell) if is_used else 1
    return n


# ----------------------------------------------------------------------------------------------------------------- XML


def edited_tree(root: ElementTree.Element, edits: list[Edit]) -> ElementTree.Element:
    copy = ElementTree.fromstring(ElementTree.tostring(root))
    for number, what, new in edits:
        holders = [(parent, child) for parent in copy.iter() for child in parent]
        if not holders:
            break
        parent, child = holders[number % len(holders)]
        name = next(iter(list(child.attrib)[number % max(len(child.attrib), 1) :]), None)
        if what == "drop":
            parent.remove(child)
        elif what == "again":
            parent.append(deepcopy(child))
        elif what == "rename":
            child.tag = "image" if number % 2 else "box"
        elif name is None or number % 3 == 0:
            child.text = _plain_xml(new)
        else:
            child.attrib[name] = _plain_xml(new)
    return copy


def _plain_xml(new: Any) -> str:
    """What XML can hold of a value."""
    return "".join(c for c in str(new) if c.isprintable() and not "\ud800" <= c <= "\udfff")


def n_images_of_tree(root: ElementTree.Element) -> int:
    return len(list(root.iter("image")))


# --------------------------------------------------------------------------------------------------------------- cases


def _json(format: str, file: str, n_records: Callable[[Any], int | None], **options: Any) -> Example:
    return Example(format, file, options, json.loads, edited_value, json.dumps, n_records)


def _lines(file: str, **options: Any) -> Example:
    def apart(text: str) -> Any:
        return [json.loads(line) for line in text.splitlines()]

    return Example("prodigy", file, options, apart, edited_value, lines_of, n_lines)


def _table(format: str, file: str, delimiter: str, count: Callable[[Any], int] = n_rows, **options: Any) -> Example:
    return Example(format, file, options, table_of(delimiter), edited_value, table_text(delimiter), count)


def _tree(file: str, count: Callable[[Any], int | None], **options: Any) -> Example:
    def written(root: Any) -> str:
        return ElementTree.tostring(root, encoding="unicode")

    return Example("cvat", file, options, ElementTree.fromstring, edited_tree, written, count)


EXAMPLES = (
    _json("label-studio", "label_studio.json", n_annotations, field="tone"),
    _json("label-studio", "label_studio.json", n_annotations, field="words", skip_empty=True),
    _json("label-studio", "label_studio_boxes.json", n_annotations),
    _json("coco", "coco/ann.json", n_images),
    _json("coco", "coco/ann.json", n_images, kind="mask"),
    _json("coco", "coco/ann.json", lambda _: None, kind="keypoint"),  # an image has as many records as points
    _lines("prodigy_choice.jsonl"),
    _lines("prodigy_spans.jsonl"),
    _lines("prodigy_textcat.jsonl"),
    _table("toloka", "toloka.tsv", "\t", field="OUTPUT:result"),
    _table("mturk", "mturk.csv", ",", field="tone"),
    _table("mturk", "mturk_answers.csv", ","),
    _table("mturk", "mturk_boxes.csv", ","),
    _table("long", "long.csv", ";"),
    _table("wide", "wide.csv", ",", n_cells),
    _tree("cvat/job_11.xml", n_images_of_tree, field="box"),
    _tree("cvat/job_11.xml", n_images_of_tree, field="mask"),
    _tree("cvat/video.xml", lambda _: None),  # as many records as frames
)

STRANGE = ["", " ", "x", "\x00", "\ud800", "\u202e", "1e999", "nan", "9" * 5_000, "-1", "[", '{"x": 1}', "<b>", "a,b\n"]
NUMBERS = [0, -1, 1.5, 1e308, float("nan"), float("inf"), 10**400, True]
DEEP: Any = []
for _ in range(200):
    DEEP = [DEEP]
WORDS = ["id", "result", "value", "labels", "annotations", "images", "keypoints", "counts", "size", "spans", "answer"]
VALUES = st.recursive(
    st.one_of(st.sampled_from([None, *STRANGE, *NUMBERS]), st.sampled_from(NUMBERS), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(WORDS), inner, max_size=3), st.just(DEEP)
    ),
    max_leaves=4,
)
EDITS = st.lists(
    st.tuples(st.integers(0, 10_000), st.sampled_from(["put", "put", "drop", "again", "rename"]), VALUES), max_size=4
)
BYTES = st.lists(
    st.tuples(
        st.integers(0, 10_000),
        st.integers(0, 30),
        st.one_of(
            st.binary(max_size=4), st.sampled_from([b'"', b"[", b"<", b"&x;", b"9" * 5_000, b"[" * 5_000, b"\n"])
        ),
    ),
    max_size=3,
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["set", "category", "boxes", "number", "fly"]),
        "field": st.sampled_from(["tone", "answer", "tag", "nothing", "\x00"]),
        "item": st.sampled_from(["data.image", "id", "text", "item", ""]),
        "skip_empty": st.booleans(),
    },
)
Case = tuple[Example, list[Edit], list[Cut], dict[str, Any], bool, bool]
CASES = st.tuples(
    st.sampled_from(EXAMPLES), EDITS, st.one_of(st.just([]), st.just([]), BYTES), st.one_of(st.just({}), OPTIONS),
    st.booleans(), st.booleans(),
)  # fmt: skip


def check(folder: Path, case: Case) -> None:
    """The export is loaded or refused in one line; where it is what its format says, no record gets lost."""
    example, edits, cuts, options, is_packed, is_anonymous = case
    parts = example.edited(example.taken_apart((EXPORTS / example.file).read_text(encoding="utf-8")), edits)
    content = example.written(parts).encode(errors="surrogatepass")
    is_text = content.decode(errors="replace").encode() == content
    for place, length, inserted in cuts:
        at = place % (len(content) + 1)
        content = content[:at] + inserted + content[at + length :]
    source = folder / f"export{'.gz' if is_packed else ''}"
    source.write_bytes(gzip.compress(content, 1) if is_packed else content)
    out, skipped = folder / "labels.parquet", folder / "skipped.jsonl"
    out.unlink(missing_ok=True)
    given = {**example.options, **options, "skipped": skipped, "anonymise": b"k" * 32 if is_anonymous else None}
    loaded, refused = None, None
    try:
        loaded = load(example.format, source, out, **given)
    except OakError as error:
        refused = str(error)
    if loaded is None:
        assert refused is not None
        assert refused.isprintable()
        assert not out.exists(), "refused, and written"
        return
    check_written(loaded, out, skipped)
    n_records = example.n_records(parts)
    if n_records is not None and is_text and not cuts and options.keys() <= {"skip_empty"}:
        n_parts = sum(skip.n for skip in loaded.skipped if skip.reason in PARTS and _is_part(example, skip.reason))
        found = loaded.n_labels + loaded.n_skipped - n_parts
        assert found == n_records, f"{n_records} records in, {loaded.n_labels} labels, {loaded.skipped}"


def _is_part(example: Example, reason: str) -> bool:
    """In Label Studio a true label is an annotation of its own."""
    return example.format != "label-studio" or not reason.startswith("a true label")


def check_written(loaded: Loaded, out: Path, skipped: Path) -> None:
    """What is written is what was said: so many labels, each whole, and so many lines with a reason."""
    labels = duckdb.read_parquet(str(out))
    whole = labels.filter("item_id is not null and worker_id is not null and label is not null").count("*").fetchall()
    assert whole == labels.count("*").fetchall() == [(loaded.n_labels,)]
    lines = [json.loads(line) for line in skipped.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == loaded.n_skipped
    assert all(line["reason"] for line in lines)
