"""What is wrong with input, and what is said: the cases of the tests, and of the catalogue in docs/input.md."""

import math
from pathlib import Path
from typing import Any

import duckdb

GOOD: dict[str, Any] = {
    "category": "a",
    "number": 1.5,
    "keypoint": '{"x": 1, "y": 2}',
    "set": '["a"]',
    "path": '["a", "b"]',
    "boxes": '[{"x1": 0, "y1": 0, "x2": 1, "y2": 1}]',
    "spans": '[{"start": 0, "stop": 1}]',
    "text": "a dog",
    "mask": "0110",
    "vector": "[1, 0.5]",
    "ranking": '["a", "b"]',
}

BAD: list[tuple[str, Any, str]] = [
    ("number", "many", "label does not read as number"),
    ("number", math.nan, "label is not a finite number"),
    ("number", math.inf, "label is not a finite number"),
    ("number", "-inf", "label is not a finite number"),
    ("keypoint", "somewhere", "label does not read as keypoint"),
    ("keypoint", '{"x": 1}', "x or y is missing or not a number"),
    ("keypoint", '{"x": "left", "y": 1}', "x or y is missing or not a number"),
    ("keypoint", "[1, 2]", "x or y is missing or not a number"),
    ("set", "a, b", "label does not read as set"),
    ("set", '{"a": 1}', "label does not read as set"),
    ("set", '["a", null]', "an element of the set is null"),
    ("path", "[]", "the path is empty"),
    ("path", '["a", null]', "a step of the path is null"),
    ("path", "a/b", "label does not read as path"),
    ("boxes", "0,0,1,1", "label does not read as boxes"),
    ("boxes", '[{"x1": 2, "y1": 0, "x2": 1, "y2": 1}]', "a box has x2 <= x1 or y2 <= y1"),
    ("boxes", '[{"x1": 0, "y1": 1, "x2": 1, "y2": 1}]', "a box has x2 <= x1 or y2 <= y1"),
    ("boxes", '[{"x1": 0, "y1": 0, "x2": 1}]', "a box has a side that is missing or not a finite number"),
    ("boxes", '[{"x1": 0, "y1": 0, "x2": 1e999, "y2": 1}]', "a box has a side that is missing or not a finite number"),
    ("boxes", "[null]", "a box has a side that is missing or not a finite number"),
    ("vector", "1, 2", "label does not read as vector"),
    ("vector", "[]", "the vector is empty"),
    ("vector", "[1, null]", "an element of the vector is missing or not a finite number"),
    ("vector", "[1, 1e999]", "an element of the vector is missing or not a finite number"),
    ("vector", '[1, "x"]', "an element of the vector is missing or not a finite number"),
    ("mask", "0120", "label does not read as mask"),
    ("mask", '{"size": [2, 2]}', "size or counts are missing or not whole numbers from 0"),
    ("mask", '{"size": [2, 2], "counts": "52203"}', "size or counts are missing or not whole numbers from 0"),
    ("mask", '{"size": [2, 2], "counts": [5, -1]}', "size or counts are missing or not whole numbers from 0"),
    ("mask", '{"size": [2, 2], "counts": [3]}', "the counts do not add up to the size"),
    ("mask", '{"size": [0, 2], "counts": []}', "the mask is empty"),
    ("ranking", "a > b", "label does not read as ranking"),
    ("ranking", "[]", "the ranking is empty"),
    ("ranking", '["a", null]', "an element of the ranking is null"),
    ("ranking", '["a", "b", "a"]', "an element is ranked twice"),
    ("spans", "0-1", "label does not read as spans"),
    ("spans", '{"start": 0, "stop": 1}', "label does not read as spans"),
    ("spans", '[{"start": 1, "stop": 1}]', "a span has stop <= start"),
    ("spans", '[{"start": 2, "stop": 1}]', "a span has stop <= start"),
    ("spans", '[{"start": 0}]', "a span has an end that is missing or not a finite number"),
    ("spans", '[{"start": 0, "stop": 1e999}]', "a span has an end that is missing or not a finite number"),
    ("spans", "[null]", "a span has an end that is missing or not a finite number"),
]

CALLS: list[tuple[list[str], int, str]] = [
    (["run", "nowhere.csv", "--kind", "category"], 1, "nowhere.csv: there is no such file"),
    (["run", "{good}", "--kind", "categories"], 2, "setting 'kind' is 'categories': give one of boxes, category"),
    (
        ["run", "{good}", "--kind", "category", "--set", "treshold=1"],
        2,
        "setting 'treshold': there is no such setting; known are kind",
    ),
    (
        ["run", "{good}", "--kind", "category", "--set", "threshold=2"],
        2,
        "setting 'threshold' is '2': give a number from 0 to 1",
    ),
    (["run", "{good}", "--kind", "category", "--set", "threshold"], 2, "--set threshold: there is no '='"),
    (
        ["run", "{good}", "--kind", "category", "--set", "method=magic"],
        2,
        "setting 'method' is 'magic': give one of oak, poak",
    ),
    (
        ["run", "{good}", "--kind", "set", "--set", "method=dawid_skene"],
        2,
        "setting 'method' is 'dawid_skene': give kind category with it, or one of oak, poak, poaki, poak_irt, hoak",
    ),
    (
        ["run", "{good}", "--kind", "set", "--set", "similarity=hamming"],
        2,
        "setting 'similarity' is 'hamming': give one of jaccard",
    ),
    (["run", "{good}", "--kind", "category", "--set", "gamma=-1"], 2, "setting 'gamma' is '-1'"),
    (
        ["run", "{good}", "--kind", "category", "--set", "irt_steps=1.5"],
        2,
        "setting 'irt_steps' is '1.5': give a whole number",
    ),
    (["run", "{good}", "--kind", "category", "--set", "partition=(select 1)"], 2, "setting 'partition'"),
    (
        ["run", "{good}", "--kind", "category", "--set", "item_column=thing"],
        1,
        "there is no column 'thing' among item_id",
    ),
    (
        ["run", "{other}", "--kind", "category"],
        1,
        "there is no column 'item_id' among a, b; name the right one with the setting item_column",
    ),
    (
        ["run", "{good}", "--kind", "category", "--set", "time_column=when"],
        1,
        "there is no column 'when' among item_id, worker_id, label",
    ),
    (["run", "{empty}", "--kind", "category"], 1, "there is no row"),
    (["run", "{good}", "--kind", "boxes"], 1, "none of 2 rows can be used, 2 because: label does not read as boxes"),
    (["run", "{garbage}", "--kind", "category"], 1, "cannot be read"),
    (["run", "{unknown}", "--kind", "category"], 1, "the file's ending is not known; known are .csv"),
    (["run", "{good}", "--audits", "nowhere.csv", "--kind", "category"], 1, "nowhere.csv: there is no such file"),
    (["run", "{good}", "--audits", "{other}", "--kind", "category"], 1, "there is no column 'item_id' among a, b"),
    (["run", "{good}", "--kind", "category", "--db", "{folder}"], 1, "cannot be opened"),
    (["run", "{good}", "--kind", "category", "--db", "{garbage}"], 1, "cannot be opened"),
    (["run", "{good}", "--kind", "category", "--set", "kind=set"], 2, "setting 'kind': is not what --kind says"),
    (["run", "{good}", "--kind", "category", "--set", "audits=x"], 2, "setting 'audits': is where the data lies"),
    (["run", "{good}", "--kind", "category", "--set", "db=x"], 2, "setting 'db': there is no such setting"),
    (["run", "{good}", "--kind", "category", "--set", "item_column=null"], 1, "there is no column 'None'"),
    (["run", "{good}", "--kind", "category", "--schema", ""], 2, "schema: its name is empty"),
    (["decide", "--db", "{nothing}"], 1, "there is no such database"),
    (["estimate", "--db", "{bare}"], 1, "there is no relation item_estimates; run `oakdb run` first"),
    (["sql", "items"], 2, "relation items: there is none of this name; known are"),
    (["sql", "calibration", "--dialect", "klingon"], 2, "dialect klingon"),
    # ---- files
    (["run", "{bytes}", "--kind", "category"], 1, "cannot be read"),
    (["run", "{cut}", "--kind", "category"], 1, "cannot be read"),
    (["run", "{blank}", "--kind", "category"], 1, "there is no column 'item_id' among column0"),
    (["run", "{scalar}", "--kind", "category"], 1, "there is no column 'item_id' among json"),
    (["run", "{broken}", "--kind", "category"], 1, "cannot be read"),
    (["run", "{folder}", "--kind", "category"], 1, "there is no such file"),
    (["run", "http://localhost/labels.csv", "--kind", "category"], 1, "there is no such file"),
    (["run", "{headless}", "--kind", "category"], 1, "there is no column 'item_id'"),
    # ---- settings
    (["run", "{good}", "--kind", "category", "--set", "threshold=[]"], 2, "setting 'threshold' is '[]'"),
    (["run", "{good}", "--kind", "category", "--set", "threshold=[0.5, 2]"], 2, "setting 'threshold' is '2'"),
    (["run", "{good}", "--kind", "category", "--set", "gamma=NaN"], 2, "setting 'gamma' is 'nan'"),
    (["run", "{good}", "--kind", "category", "--set", "gamma=true"], 2, "setting 'gamma' is 'True'"),
    (["run", "{good}", "--kind", "category", "--set", "audit_weight=-1"], 2, "setting 'audit_weight' is '-1'"),
    (["run", "{good}", "--kind", "number", "--set", "scale=0"], 2, "setting 'scale' is '0'"),
    (["run", "{good}", "--kind", "category", "--set", "max_labels=0"], 2, "setting 'max_labels' is '0'"),
    (["run", "{good}", "--kind", "category", "--set", "weights=heavy"], 2, "setting 'weights' is 'heavy'"),
    (["run", "{good}", "--kind", "category", "--set", "aggregation=mean"], 2, "setting 'aggregation' is 'mean'"),
    (["run", "{good}", "--kind", "number", "--set", "partition=kmeans(0)"], 2, "kmeans of 1 to 100"),
    (["run", "{good}", "--kind", "category", "--set", "partition=kmeans(3)"], 2, "setting 'partition'"),
    (["run", "{good}", "--kind", "category", "--set", "similarity=[1]"], 2, "setting 'similarity'"),
    (["run", "{good}", "--kind", "category", "--set", 'scale={{"a": 1}}'], 2, "a mapping is for dbt"),
    (["run", "{good}", "--kind", "category", "--schema", "a\nb"], 2, "schema: there is a control character"),
    # ---- expressions of the user's
    (
        ["run", "{good}", "--kind", "category", "--set", "partition=getenv('HOME')"],
        2,
        "getenv('HOME')' is not one SQL expression over `label`",
    ),
    (
        ["run", "{good}", "--kind", "category", "--set", "partition=label || getenv('HOME')"],
        2,
        "getenv reaches beyond the labels",
    ),
    (
        ["run", "{good}", "--kind", "category", "--set", "similarity=a = c"],
        2,
        "not one SQL expression over `a` and `b`",
    ),
    (["run", "{good}", "--kind", "category", "--set", "similarity=unheard_of(a, b)"], 1, "unheard_of does not exist"),
    (["run", "{good}", "--kind", "category", "--set", "similarity=len(a) + len(b)"], 1, "is not within 0 and 1"),
    (["run", "{good}", "--kind", "custom"], 2, "setting 'similarity' is 'None'"),
    # ---- audits
    (["run", "{good}", "--audits", "{folder}", "--kind", "category"], 1, "there is no such file"),
    (["run", "{good}", "--audits", "{garbage}", "--kind", "category"], 1, "cannot be read"),
    # ---- keys
    (["run", "{good}", "--kind", "category", "--anonymise", "{nothing}"], 2, "the key cannot be read"),
    (["run", "{good}", "--kind", "category", "--anonymise", "{scalar}"], 2, "is no key: it is 1 of at least 32 bytes"),
    # ---- reading back
    (["decide", "--db", "{good}"], 1, "cannot be opened (it is not a DuckDB database)"),
    (["add", "{good}", "--db", "{bare}"], 1, "there is no relation task_settings"),
    (["plan", "--cost", "1", "--db", "{bare}"], 1, "there is no relation task_settings"),
]


def bad_files(folder: Path) -> dict[str, str]:
    """Files that something is wrong with, by the name that a call has for each."""
    contents: dict[str, bytes] = {
        "good.csv": b"item_id,worker_id,label\n1,a,x\n1,b,x\n",
        "other.csv": b"a,b\n1,2\n",
        "empty.csv": b"item_id,worker_id,label\n",
        "blank.csv": b"",
        "bytes.csv": b"item_id,worker_id,label\n1,a,\xff\xfe\n",
        "headless.csv": b"1,a,x\n1,b,x\n",
        "cut.csv.gz": b"\x1f\x8b\x08\x00",
        "scalar.json": b"7",
        "broken.json": b'[{"item_id": 1, "worker_id"',
        "garbage.parquet": b"\x00\x01 not parquet, nor a database, but long enough to look at" * 100,
        "unknown.docx": b"PK",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    (folder / "folder").mkdir()
    duckdb.connect(str(folder / "bare.duckdb")).close()
    names = [*contents, "folder", "bare.duckdb", "nothing"]
    return {name.split(".")[0]: str(folder / name) for name in names}
