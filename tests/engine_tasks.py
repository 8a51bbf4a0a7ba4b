"""Tasks of every kind that run on every engine, and what the Python runner makes of them."""

import json
import math
from dataclasses import replace
from typing import Any

import pandas as pd

import oakdb
from oakdb.project import settings_with_defaults
from oakdb.render import render
from tests.engines import Built, Rows, Task
from tests.samples import KINDS, native, sample, written

TOLERANCE = 1e-9
SEED = 7
ODD_LABELS = {  # as text; each is refused, or read, the same everywhere
    "number": ["", "seven", "1,5", "nan", "1d", "0x10"],
    "keypoint": ["{", "[1, 2]", '{"x": 1}', '{"x": "a", "y": 1}', '{"y": "2.5", "x": 1, "z": 0}'],
    "set": ["a", '"a"', '{"a": 1}', '["a", null]', '["b", "a", "a"]', '["\\u00e9\\"", "é\\""]'],
    "path": ["[]", "x0", '["x0", null]', "[1, 2]"],
    "spans": [
        "[",
        "7",
        "[{}]",
        '[{"start": 3, "stop": 1}]',
        '[{"start": 0, "stop": 2, "tag": ""}, {"stop": 2, "start": 0}]',
    ],
    "ranking": ["[]", "a", '["a", null]', '["a", "a"]'],
    "mask": ["", "012", "{}", '{"size": [2, 2], "counts": [1, 2]}', '{"size": [7], "counts": [0, 3, 4]}', "110"],
    "vector": ["[]", "1", "[1, null]", '[1, "a"]', "[1, 2]"],
    "boxes": ["[", "7", "[{}]", '[{"x1": 0, "y1": 0, "x2": 0, "y2": 1}]', '[{"x1": "b", "y1": 0, "x2": 0, "y2": 1}]'],
}


def audited_task(kind: str) -> Task:
    """Audited, labels as text, among them rows to reject."""
    drawn = sample(kind, SEED, n_items=60, n_workers=8, most_labels=5, audit_share=0.5)
    item, worker, first = drawn.annotations[0]
    other = next(label for _, _, label in drawn.annotations if label != first)
    labels = [
        *drawn.annotations,
        (item, worker, other),  # a second label of this worker
        (item, "Ångström ✓", first),
        (item, "a\"b'c`d", first),
        (item, "B", other),  # before a in bytes, not in dictionaries
        (item, "nobody", None),
        (None, worker, first),
    ]
    annotations = [{"item_id": i, "worker_id": w, "label": text(kind, label)} for i, w, label in labels]
    annotations += [{"item_id": item, "worker_id": "odd", "label": label} for label in ODD_LABELS.get(kind, ())]
    audits = [{"item_id": item, "label": text(kind, label)} for item, label in drawn.audits.items()]
    audits.append({"item_id": audits[0]["item_id"], "label": text(kind, other)})
    return Task(f"{kind}_audited", kind, annotations, audits)


def crowd_task(method: str) -> Task:
    """Categories under a model of the crowd, audited."""
    return replace(audited_task("category"), name=f"category_{method}", settings={"method": method})


def text(kind: str, label: Any) -> str | None:
    return None if label is None else str(written(kind, label))


OTHERWISE = {  # what the audited tasks leave out
    "number": {"similarity": "ordinal", "partition": "kmeans(3)"},
    "set": {"similarity": "dice", "partition": "cluster(2)"},
    "boxes": {"similarity": "matched_iou"},
    "ranking": {"similarity": "kendall", "partition": "length(2)"},
    "spans": {"similarity": "exact_f1", "aggregation": "majority"},
    "path": {"partition": "count(2)", "aggregation": "sad"},
    "keypoint": {"similarity": "linear", "aggregation": "bau", "method": "poak_irt"},
}


def plain_task(kind: str) -> Task:
    """Not audited, labels in a column of their native type, other settings."""
    drawn = sample(kind, SEED + 1, n_items=30, n_workers=5, most_labels=4, audit_share=0)
    annotations = [
        {"item_id": item, "worker_id": worker, "label": typed(kind, native(kind, label))}
        for item, worker, label in drawn.annotations
    ]
    return Task(f"{kind}_plain", kind, annotations, settings=OTHERWISE.get(kind, {}), is_native=True)


def typed(kind: str, label: Any) -> Any:
    """A label whose parts all have the same fields, as columns have them."""
    return [{"tag": None, **span} for span in label] if kind == "spans" else label


def column_task() -> Task:
    """Types from a column; every label comes twice, with two types, and by their bytes it is told which one counts."""
    drawn = sample("category", SEED + 2, n_items=30, n_workers=5, most_labels=4, audit_share=0.5)
    topics = ["a", "B", "é", None]
    annotations = [
        {"item_id": item, "worker_id": worker, "label": label, "topic": topics[(place + step) % len(topics)]}
        for place, (item, worker, label) in enumerate(drawn.annotations)
        for step in (0, 1 + place % 3)
    ]
    audits = [{"item_id": item, "label": label} for item, label in drawn.audits.items()]
    return Task("category_column", "category", annotations, audits, settings={"partition": "column topic"})


def expected(task: Task) -> dict[str, Rows]:
    """What the Python runner builds of the same rows."""
    audits = None if task.audits is None else pd.DataFrame(task.audits)
    results = oakdb.run(pd.DataFrame(task.annotations), audits, task.kind, **task.settings)
    found = {}
    for model in render(settings_with_defaults(task.variables())):
        relation = results.relation(model.name)
        found[model.name] = [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]
    for row in found["task_settings"]:  # the same rows, elsewhere
        if row["name"] in ("annotations", "audits"):
            row["value"] = json.dumps(task.variables()[row["name"]])
    results.con.close()
    return found


def differences(name: str, found: Rows, wanted: Rows) -> list[str]:
    """Where two relations are not the same set of rows, to the tolerance."""
    if len(found) != len(wanted):
        return [f"{name}: {len(found)} rows, not {len(wanted)}"]
    pairs = zip(sorted(map(plain, found), key=identity), sorted(map(plain, wanted), key=identity), strict=True)
    return [
        f"{name}.{column}: {a.get(column, 'missing')!r}, not {b[column]!r}, of {identity(b)}"
        for a, b in pairs
        for column in b
        if column not in a or type(a[column]) is not type(b[column]) or not same(a[column], b[column])
    ]


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its JSON read, and without the fingerprint, which an engine needs to recognise only for itself."""
    return {
        name: json.loads(value) if name in ("row", "input_row") else value
        for name, value in row.items()
        if name != "fingerprint"
    }


def identity(row: dict[str, Any]) -> str:
    """What tells a row from others: all that is not the result of a calculation, nor a label."""
    return json.dumps({name: value for name, value in row.items() if not isinstance(value, float) and name != "label"})


def same(a: Any, b: Any) -> bool:
    if isinstance(a, int | float) and isinstance(b, int | float):
        return math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE) or (math.isnan(a) and math.isnan(b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


AUDITED = [audited_task(kind) for kind in KINDS]
PLAIN = [plain_task(kind) for kind in KINDS]
COLUMN = column_task()
CROWD = [crowd_task(method) for method in ("dawid_skene", "one_coin")]


def assert_agrees(found: Built, task: Task) -> None:
    assert not found.problem, found.problem
    wanted = expected(task)
    assert found.relations.keys() == wanted.keys()
    assert [line for name in wanted for line in differences(name, found.relations[name], wanted[name])] == []
