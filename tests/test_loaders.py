"""Exports of labelling tools, from the file to a run: what is taken, what is left out, and what is said of it."""

import gzip
import json
import re
import shlex
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import oakdb
from fixtures.label_studio import reviews, write
from oakdb.cli import main
from oakdb.loading import formats, load
from oakdb.loading.masks import counts_of, from_cvat, union
from oakdb.loading.records import LeftOutError, Record, Skips, Source, Wishes
from oakdb.loading.streams import json_parts
from oakdb.loading.times import time_of

EXPORTS = Path(__file__).parent.parent / "fixtures/exports"
CVAT = ("cvat/job_11.xml", "cvat/job_12.xml")
COCO = ("coco/ann.json", "coco/bob.json")

# format, files, options, kind, labels as (item, worker, label, time), what was skipped
CASES: dict[str, tuple[str, tuple[str, ...], dict[str, Any], str, list[tuple[Any, ...]], dict[str, int]]] = {
    "label studio, choices": (
        "label-studio",
        ("label_studio.json",),
        {"field": "tone"},
        "category",
        [
            ("301", "ann@example.org", "pleased", "2024-05-06 09:00:12.120000"),
            ("301", "ann@example.org", "neutral", "2024-05-06 11:30:00"),
            ("301", "bob@example.org", "pleased", "2024-05-06 09:04:40"),
            ("302", "ann@example.org", "cross", "2024-05-06 09:01:00"),
            ("302", "cyd@example.org", "cross", "2024-05-06 09:09:00"),
        ],
        {
            "a prediction of a model": 1,
            "a true label: give --audits to keep it": 1,
            "the annotator skipped the task": 1,
        },
    ),
    "label studio, spans": (
        "label-studio",
        ("label_studio.json",),
        {"field": "words", "skip_empty": True, "item": "data.image"},
        "spans",
        [
            ("kettle.jpg", "ann@example.org", [{"start": 4, "stop": 10, "tag": "THING"}], "2024-05-06 09:00:12.120000"),
            (
                "kettle.jpg",
                "bob@example.org",
                [{"start": 4, "stop": 10, "tag": "THING"}, {"start": 22, "stop": 28, "tag": "TIME"}],
                "2024-05-06 09:04:40",
            ),
            ("kettle2.jpg", "cyd@example.org", [{"start": 16, "stop": 26, "tag": "TIME"}], "2024-05-06 09:09:00"),
        ],
        {
            "a prediction of a model": 1,
            "a true label: give --audits to keep it": 1,
            "no answer": 2,
            "the annotator skipped the task": 1,
        },
    ),
    "label studio, boxes": (
        "label-studio",
        ("label_studio_boxes.json",),
        {},
        "boxes",
        [
            (
                "1",
                "2",
                [
                    {"x1": 80, "y1": 120, "x2": 240, "y2": 360, "class": "goat"},
                    {"x1": 320, "y1": 240, "x2": 384, "y2": 336, "class": "hen"},
                ],
                "2024-06-01 10:00:00",
            ),
            ("1", "3", [{"x1": 80, "y1": 120, "x2": 240, "y2": 336, "class": "goat"}], "2024-06-01 10:05:00"),
            ("2", "2", [], "2024-06-01 10:07:00"),
        ],
        {"a rotated rectangle": 1},
    ),
    "cvat, boxes": (
        "cvat",
        CVAT,
        {"field": "box"},
        "boxes",
        [
            ("street_0.png", "ann", [{"x1": 1, "y1": 1, "x2": 5, "y2": 4, "class": "car"}], "2024-03-04 09:30:00"),
            ("street_0.png", "bob", [{"x1": 1, "y1": 1, "x2": 5, "y2": 5, "class": "car"}], "2024-03-04 10:15:00"),
            ("street_1.png", "ann", [{"x1": 0, "y1": 0, "x2": 3, "y2": 3, "class": "car"}], "2024-03-04 09:30:00"),
            ("street_1.png", "bob", [{"x1": 0, "y1": 0, "x2": 3, "y2": 3, "class": "car"}], "2024-03-04 10:15:00"),
            ("street_2.png", "ann", [], "2024-03-04 09:30:00"),
        ],
        {"a polygon, which is not loaded": 1, "a rotated box": 1},
    ),
    "cvat, tags": (
        "cvat",
        CVAT,
        {"field": "tag"},
        "category",
        [
            ("street_0.png", "ann", "night", "2024-03-04 09:30:00"),
            ("street_0.png", "bob", "night", "2024-03-04 10:15:00"),
            ("street_1.png", "ann", "night", "2024-03-04 09:30:00"),
            ("street_1.png", "bob", "day", "2024-03-04 10:15:00"),
        ],
        {"a polygon, which is not loaded": 1, "no answer": 2},
    ),
    "cvat, masks": (
        "cvat",
        CVAT,
        {"field": "mask", "skip_empty": True},
        "mask",
        [("street_0.png", "ann", {"size": [6, 8], "counts": [19, 1, 5, 2, 14, 1, 5, 1]}, "2024-03-04 09:30:00")],
        {"a polygon, which is not loaded": 1, "of the mask a polygon would be missing": 1, "no answer": 4},
    ),
    "cvat, video": (
        "cvat",
        ("cvat/video.xml",),
        {},
        "boxes",
        [
            (
                "crossing.mp4#0",
                "video",
                [{"x1": 10, "y1": 20, "x2": 50, "y2": 40, "class": "car"}],
                "2024-03-06 12:00:00",
            ),
            (
                "crossing.mp4#1",
                "video",
                [
                    {"x1": 14, "y1": 20, "x2": 54, "y2": 40, "class": "car"},
                    {"x1": 100, "y1": 20, "x2": 200, "y2": 90, "class": "bus"},
                ],
                "2024-03-06 12:00:00",
            ),
            ("crossing.mp4#2", "video", [], "2024-03-06 12:00:00"),
        ],
        {},
    ),
    "coco, boxes": (
        "coco",
        COCO,
        {},
        "boxes",
        [
            (
                "harbour_1.jpg",
                "ann",
                [
                    {"x1": 0, "y1": 0, "x2": 2, "y2": 3, "class": "boat"},
                    {"x1": 3, "y1": 0, "x2": 4, "y2": 1, "class": "boat"},
                ],
                None,
            ),
            ("harbour_1.jpg", "bob", [{"x1": 0, "y1": 0, "x2": 2, "y2": 2, "class": "boat"}], None),
            ("harbour_2.jpg", "ann", [{"x1": 1, "y1": 1, "x2": 3, "y2": 2, "class": "boat"}], None),
            ("harbour_3.jpg", "ann", [], None),
        ],
        {"a bbox cannot be read": 1, "an answer to a record that is not in the file": 1},
    ),
    "coco, masks": (
        "coco",
        COCO,
        {"kind": "mask"},
        "mask",
        [
            ("harbour_1.jpg", "ann", {"size": [3, 4], "counts": [0, 6, 3, 1, 2]}, None),
            ("harbour_1.jpg", "bob", {"size": [3, 4], "counts": [0, 2, 1, 2, 7]}, None),
            ("harbour_2.jpg", "bob", {"size": [3, 4], "counts": [4, 1, 2, 1, 4]}, None),
            ("harbour_3.jpg", "ann", {"size": [3, 4], "counts": [12]}, None),
        ],
        {"an answer to a record that is not in the file": 1, "the segmentation is a polygon, not run lengths": 1},
    ),
    "coco, keypoints": (
        "coco",
        COCO,
        {"kind": "keypoint"},
        "keypoint",
        [
            ("harbour_1.jpg/bow", "ann", {"x": 1, "y": 1}, None),
            ("harbour_1.jpg/bow", "bob", {"x": 1, "y": 2}, None),
            ("harbour_1.jpg/stern", "ann", {"x": 2, "y": 2}, None),
            ("harbour_1.jpg/stern", "bob", {"x": 2, "y": 2}, None),
            ("harbour_2.jpg/bow", "ann", {"x": 3, "y": 2}, None),
        ],
        {"no answer": 5, "the annotation has no keypoints": 3},
    ),
    "prodigy, choice": (
        "prodigy",
        ("prodigy_choice.jsonl",),
        {},
        "set",
        [
            ("-1001", "news-ann", ["TRAVEL"], "2024-05-06 07:20:00"),
            ("-1001", "news-bob", ["TRAVEL", "WEATHER"], "2024-05-06 07:21:00"),
            ("-1002", "news-ann", ["WEATHER", "SPORT"], "2024-05-06 07:22:00"),
            ("-1002", "news-bob", [], "2024-05-06 07:23:00"),
        ],
        {"the annotator ignored the task": 1, "the annotator rejected the task": 1},
    ),
    "prodigy, one choice": (
        "prodigy",
        ("prodigy_choice.jsonl",),
        {"kind": "category", "item": "text"},
        "category",
        [("Ferry sets out again", "news-ann", "TRAVEL", "2024-05-06 07:20:00")],
        {
            "2 answers where a category is one": 2,
            "no answer": 1,
            "the annotator ignored the task": 1,
            "the annotator rejected the task": 1,
        },
    ),
    "prodigy, spans": (
        "prodigy",
        ("prodigy_spans.jsonl",),
        {},
        "spans",
        [
            (
                "2001",
                "ner-ann",
                [{"start": 0, "stop": 3, "tag": "PERSON"}, {"start": 12, "stop": 16, "tag": "PLACE"}],
                "2024-05-06 12:53:20",
            ),
            ("2001", "ner-bob", [{"start": 12, "stop": 16, "tag": "PLACE"}], "2024-05-06 12:53:50"),
            ("2002", "ner-ann", [], "2024-05-06 12:54:20"),
        ],
        {},
    ),
    "prodigy, textcat": (
        "prodigy",
        ("prodigy_textcat.jsonl",),
        {},
        "category",
        [
            ("801", "cat-ann", "accept", "2024-05-07 16:40:00"),
            ("801", "cat-bob", "reject", "2024-05-07 16:40:50"),
            ("802", "cat-ann", "reject", "2024-05-07 16:41:40"),
        ],
        {"the annotator ignored the task": 1},
    ),
    "toloka": (
        "toloka",
        ("toloka.tsv",),
        {"field": "OUTPUT:result", "item": "INPUT:image"},
        "category",
        [
            ("/p/1.jpg", "w1", "CAT", "2024-02-01 10:01:00"),
            ("/p/1.jpg", "w2", "CAT", "2024-02-01 11:00:30"),
            ("/p/2.jpg", "w1", "DOG", "2024-02-01 10:01:00"),
            ("/p/2.jpg", "w2", "CAT", "2024-02-01 11:00:30"),
            ("/p/3.jpg", "w1", "DOG", "2024-02-01 13:00:40"),
        ],
        {
            "a true label: give --audits to keep it": 1,
            "the assignment is rejected": 1,
            "the assignment is skipped": 1,
        },
    ),
    "mturk": (
        "mturk",
        ("mturk.csv",),
        {"field": "tone"},
        "category",
        [
            ("3HIT1", "A1", "pleased", "2024-03-04 16:11:30"),
            ("3HIT1", "A2", "cross", "2024-03-04 17:10:20"),
            ("3HIT2", "A1", "cross", "2024-03-11 15:11:30"),
        ],
        {"the assignment is rejected": 1},
    ),
    "mturk, boxes": (
        "mturk",
        ("mturk_boxes.csv",),
        {"item": "Input.image_url"},
        "boxes",
        [
            ("p/7.jpg", "A1", [{"x1": 5, "y1": 6, "x2": 25, "y2": 16, "class": "dog"}], "2024-03-04 16:11:30"),
            ("p/7.jpg", "A2", [], "2024-03-04 16:12:30"),
        ],
        {},
    ),
    "mturk, ticked": (
        "mturk",
        ("mturk_answers.csv",),
        {"field": "topics"},
        "set",
        [
            ("3HIT8", "A1", ["weather", "sport"], "2024-03-04 16:11:30"),
            ("3HIT8", "A2", ["weather"], "2024-03-04 16:12:30"),
            ("3HIT9", "A1", [], "2024-03-04 16:13:30"),
        ],
        {},
    ),
    "long": (
        "long",
        ("long.csv",),
        {},
        "category",
        [
            ("007", "ann", "yes", "2024-01-02 09:00:00"),
            ("007", "bob", "no", "2024-01-02 09:30:00"),
            ("008", "ann", "yes", "2024-01-02 09:05:00"),
            ("008", "ann", "no", "2024-01-02 09:06:00"),
        ],
        {"rater is empty": 1, "the row has not the 4 cells of the header": 1},
    ),
    "wide": (
        "wide",
        ("wide.csv",),
        {"worker": ["ann", "bob", "cyd"], "kind": "number"},
        "number",
        [
            ("1", "ann", "5", None),
            ("1", "bob", "4", None),
            ("1", "cyd", "5", None),
            ("2", "ann", "3", None),
            ("2", "cyd", "2", None),
            ("3", "cyd", "1", None),
        ],
        {},
    ),
}


def rows(path: Path) -> list[tuple[Any, ...]]:
    with duckdb.connect() as con:
        return con.read_parquet(str(path)).fetchall()


def plain(label: str, kind: str) -> Any:
    return label if kind in ("category", "number", "text") else json.loads(label)


@pytest.mark.parametrize("case", CASES)
def test_from_an_export_to_a_run(case: str, tmp_path: Path) -> None:
    name, files, options, kind, expected, skipped = CASES[case]
    out = tmp_path / "annotations.parquet"
    loaded = load(name, [EXPORTS / file for file in files], out, **options)
    assert loaded.kind == kind
    found = sorted(rows(out), key=lambda row: (row[0], row[1], str(row[3])))
    assert [(item, worker, plain(label, kind), time and str(time)) for item, worker, label, time in found] == expected
    assert {skip.reason: skip.n for skip in loaded.skipped} == skipped
    assert loaded.n_labels == len(expected)
    timed = {"time_column": "time"} if loaded.has_times else {}
    with oakdb.run(out, kind=kind, **timed) as results:
        assert results.summary["n_items"] == loaded.n_items
        assert results.summary["n_rejected"] == loaded.n_repeated
        assert results.summary["n_workers"] == loaded.n_workers


def test_every_format_has_a_case() -> None:
    assert {name for name, *_ in CASES.values()} == set(formats())


def test_the_first_of_two_labels_of_a_worker_counts(tmp_path: Path) -> None:
    out = tmp_path / "annotations.parquet"
    assert load("label-studio", EXPORTS / "label_studio.json", out, field="tone").n_repeated == 1
    with oakdb.run(out, time_column="time") as results:
        used = results.table("stg_annotations")
        assert used.loc[(used.item_id == "301") & (used.worker_id == "ann@example.org"), "label"].tolist() == [
            "pleased"
        ]


@pytest.mark.parametrize(
    ("name", "file", "field", "expected"),
    [
        ("label-studio", "label_studio.json", "tone", [("302", "cross")]),
        ("toloka", "toloka.tsv", "OUTPUT:result", [("t2", "DOG")]),
    ],
)
def test_truths_in_the_export_become_audits(
    name: str, file: str, field: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    out, audits = tmp_path / "annotations.parquet", tmp_path / "audits.parquet"
    assert load(name, EXPORTS / file, out, audits=audits, field=field).n_audits == 1
    assert rows(audits) == expected
    with oakdb.run(out, audits, time_column="time") as results:
        assert results.summary["n_audits"] == 1


def test_the_command_says_what_it_did_and_what_comes_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = EXPORTS / "label_studio.json"
    arguments = ["load", "label-studio", str(file), "--field", "tone", "--out", "my labels.parquet"]
    assert main([*arguments, "--skipped", "skipped.jsonl"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[:4] == ["kind        category", "n_items     2", "n_labels    5", "n_workers   3"]
    assert f"skipped 1: a prediction of a model (first: {file}, record 1, line 2)" in captured.err
    kept = [json.loads(line) for line in Path("skipped.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [skip["reason"] for skip in kept] == [
        "a prediction of a model",
        "the annotator skipped the task",
        "a true label: give --audits to keep it",
    ]
    assert kept[1]["record"]["id"] == 9005
    (following,) = [line for line in captured.err.splitlines() if line.startswith("oakdb: next: ")]
    assert main(shlex.split(following.removeprefix("oakdb: next: "))[1:]) == 0
    assert "n_labels                 4" in capsys.readouterr().out

    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["n_repeated"] == 1


def test_a_file_may_be_named_after_its_worker(tmp_path: Path) -> None:
    out = tmp_path / "annotations.parquet"
    load("coco", [f"zoe={EXPORTS / 'coco/ann.json'}", EXPORTS / "coco/bob.json"], out)
    assert {worker for _, worker, *_ in rows(out)} == {"zoe", "bob"}
    load("cvat", f"zoe={EXPORTS / 'cvat/job_11.xml'}", out, field="box")
    assert {worker for _, worker, *_ in rows(out)} == {"zoe"}


def test_gzipped_files(tmp_path: Path) -> None:
    for name, file in (("label-studio", "label_studio_boxes.json"), ("cvat", "cvat/video.xml"), ("long", "long.csv")):
        packed = tmp_path / f"{Path(file).name}.gz"
        packed.write_bytes(gzip.compress((EXPORTS / file).read_bytes()))
        plain_file, out = tmp_path / "plain.parquet", tmp_path / "packed.parquet"
        load(name, EXPORTS / file, plain_file)
        load(name, packed, out)
        assert rows(out) == rows(plain_file)


# ---- what is wrong

MALFORMED = [
    (
        "label-studio",
        '[\n{"id": 1, "annotations": []},\n{"id": 2, "annotations": oops}]',
        "record 2, line 3: is not JSON",
    ),
    ("label-studio", '[\n{"id": 1, "annotations": []},\n{"id": 2,', "record 2, line 3: is not JSON"),
    ("label-studio", '[{"id": 1, "annotations": []}\n{"id": 2}]', "record 1, line 2: is not JSON (, or ] expected"),
    ("label-studio", '[{"id": 1, "annotations": []}] []', "line 1: is not JSON (the file goes on"),
    (
        "label-studio",
        '[{"id": 1, "sentiment": "x"}]',
        "record 1, line 1: a task has no annotations; export as JSON, not",
    ),
    ("label-studio", '{"tasks": [1]}', "tasks 1, line 1: is not a list of tasks"),
    ("label-studio", "", "line 1: is not JSON"),
    ("label-studio", "[" * 100_000, "is not JSON (nested too deep)"),
    ("coco", '{"images": [\n{"id": 1}, {"id": }]}', "images 2, line 2: is not JSON (Expecting value)"),
    ("coco", '[{"id": 1}]', "record 1, line 1: is a list, not images and annotations"),
    ("cvat", "<annotations>\n<image name='a'>\n<box/></annotations>", "line 3: is not XML (mismatched tag)"),
    ("cvat", "<html></html>", "is not <annotations> but <html>"),
    (
        "cvat",
        "<annotations><meta><task><assignee><username>a</username></assignee></task>"
        "<task><assignee><username>b</username></assignee></task></meta></annotations>",
        "has several assignees (a, b); export each job by itself",
    ),
    ("prodigy", '{"answer": "accept"}\n{"answer": ', "line 2: is not JSON"),
    ("prodigy", "[1]\n", "line 1: is not a JSON object"),
    ("long", 'item,worker,label\n1,a,x\n2,b,"x"y\n', "line 3: is not a table"),
    ("long", 'item,worker,label\n1,a,"x\n', "line 2: is not a table (unexpected end of data)"),
    (
        "long",
        "thing,worker,label\n1,a,x\n",
        "there is no column 'item_id' among thing, worker, label; name the right one",
    ),
    ("long", "item,worker,label\n", "there is no answer that can be loaded"),
    ("long", "", "is empty; give a table with a header"),
    ("mturk", "HITId,Answer.x\n1,2\n", "there is no column 'WorkerId'"),
]


@pytest.mark.parametrize(("name", "text", "message"), MALFORMED)
def test_what_is_malformed_is_named(name: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "export").write_text(text, encoding="utf-8")
    out = tmp_path / "annotations.parquet"
    out.write_text("the last good one", encoding="utf-8")
    with pytest.raises(oakdb.OakError) as caught:
        load(name, tmp_path / "export", out)
    assert str(caught.value).startswith(str(tmp_path / "export"))
    assert message in str(caught.value)
    assert out.read_text(encoding="utf-8") == "the last good one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["annotations.parquet", "export"]


def test_what_is_no_utf_8_is_named_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_bytes(b"item,worker,label\n1,a,x\n2,b,caf\xe9\n")
    with pytest.raises(oakdb.OakError, match=r"long\.csv, line 3: is not text in UTF-8"):
        load("long", tmp_path / "long.csv", tmp_path / "out.parquet")


def test_xml_that_grows_when_read_is_refused(tmp_path: Path) -> None:
    """Entities within entities: ten million characters from a file of a few hundred."""
    steps = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 8))
    bomb = f'<!DOCTYPE a [<!ENTITY e0 "x">{steps}]><annotations><meta>&e7;</meta></annotations>'
    (tmp_path / "bomb.xml").write_text(bomb, encoding="utf-8")
    with pytest.raises(oakdb.OakError, match="is not XML"):
        load("cvat", tmp_path / "bomb.xml", tmp_path / "out.parquet")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["excel", "x"], "format excel: is not known; known are coco, cvat, label-studio, long, mturk"),
        (["coco", "nowhere.json"], "nowhere.json: there is no such file"),
        (["coco", "a.json", "--time", "t"], "format coco: has no use for --time"),
        (["coco", str(EXPORTS / "coco/ann.json"), "--kind", "path"], "format coco: has no label of kind 'path'"),
        (
            ["cvat", str(EXPORTS / CVAT[0])],
            "several fields; choose with --field one of tag (2 answers), box (2 answers)",
        ),
        (["cvat", str(EXPORTS / CVAT[0]), "--field", "hat"], "there is no field 'hat'; it has tag (2 answers)"),
        (
            ["prodigy", str(EXPORTS / "prodigy_spans.jsonl"), "--kind", "set"],
            "there is no label of kind 'set'; there is spans",
        ),
        (["wide", str(EXPORTS / "wide.csv"), "--worker", "dan"], "there is no column 'dan'"),
    ],
)
def test_calls_that_are_wrong(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["load", *arguments, "--out", str(tmp_path / "out.parquet")]) > 0
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(oakdb.OakError, match="cannot be written"):
        load("long", EXPORTS / "long.csv", tmp_path / "nowhere/out.parquet")
    with pytest.raises(oakdb.OakError, match=r"let it end in \.parquet"):
        load("long", EXPORTS / "long.csv", tmp_path / "out.csv")


# ---- large files


def large_json(path: Path, n: int) -> None:
    marked = {"choices": ["a" * 20]}
    result = [{"from_name": "tone", "to_name": "text", "type": "choices", "value": marked}]
    with path.open("w", encoding="utf-8") as file:
        for number in range(n):
            task = {
                "id": number,
                "data": {"text": "x" * 500},
                "annotations": [{"completed_by": 1, "result": result}] * 3,
            }
            file.write("[\n" if number == 0 else ",\n")
            json.dump(task, file)
        file.write("]\n")


def large_coco(path: Path, n: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write('{"images": [')
        file.write(",".join(f'{{"id": {number}, "file_name": "{"i" * 100}{number}"}}' for number in range(n)))
        file.write('], "annotations": [')
        box = '"bbox": [1, 2, 3, 4], "segmentation": [[' + ", ".join(["1.5"] * 60) + "]]"
        file.write(",".join(f'{{"id": {number}, "image_id": {number}, {box}}}' for number in range(n)))
        file.write("]}")


def large_xml(path: Path, n: int) -> None:
    box = '<box label="car" xtl="1" ytl="1" xbr="2" ybr="2"><attribute name="note">' + "x" * 400 + "</attribute></box>"
    with path.open("w", encoding="utf-8") as file:
        file.write("<annotations>")
        file.writelines(f'<image name="{number}" width="9" height="9">{box}</image>\n' for number in range(n))
        file.write("</annotations>")


def large_track(path: Path, n: int) -> None:
    note = '<attribute name="note">' + "x" * 400 + "</attribute>"
    with path.open("w", encoding="utf-8") as file:
        file.write('<annotations><track label="car">')
        file.writelines(
            f'<box frame="{number}" outside="0" xtl="1" ytl="1" xbr="2" ybr="2">{note}</box>\n' for number in range(n)
        )
        file.write("</track></annotations>")


@pytest.mark.parametrize(
    ("name", "write"),
    [("label-studio", large_json), ("coco", large_coco), ("cvat", large_xml), ("cvat", large_track)],
)
def test_large_files_are_read_piece_by_piece(name: str, write: Callable[[Path, int], None], tmp_path: Path) -> None:
    """Of a file of some megabytes no more than a fraction is in memory at a time."""
    write(tmp_path / "large", 8_000)
    size = (tmp_path / "large").stat().st_size
    assert size > 4_000_000
    source = Source(tmp_path / "large", None, Wishes(), Skips())
    tracemalloc.start()
    n = sum(1 for _ in formats()[name].read(source))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert n >= 8_000
    assert peak < size / 6


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_json_is_read_alike_however_it_is_cut(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oakdb.loading.streams.CHUNK", size)
    value = {"a": [1, -2.5e10, True, None, 'é\\"\n \u2028', {"deep": [[], {}]}], "b": 12345.678, "c": "x" * 100}
    path = tmp_path / "parts.json"
    for indent in (None, 1, 30):
        path.write_text(json.dumps([value, 12345, value["a"]], indent=indent), encoding="utf-8")
        assert [part for _, _, part in json_parts(path)] == [value, 12345, value["a"]]
        path.write_text(json.dumps(value, indent=indent), encoding="utf-8")
        found = list(json_parts(path))
        assert [part for key, _, part in found if key == "a"] == value["a"]
        assert [part for key, _, part in found if key != "a"] == [value["b"], value["c"]]


# ---- parts


def test_times() -> None:
    assert str(time_of("Sat Nov 02 13:05:22 PDT 2019")) == "2019-11-02 20:05:22"
    assert str(time_of("2024-01-02T10:00:00+01:00")) == "2024-01-02 09:00:00"
    assert str(time_of("2024-01-02 10:00:00")) == "2024-01-02 10:00:00"
    assert str(time_of(1714980000)) == str(time_of("1714980000000")) == "2024-05-06 07:20:00"
    assert [time_of(said) for said in (None, "", "soon", "Sat Nov 02 13:05:22 XYZ 2019", "1e400", {})] == [None] * 6


def packed(counts: list[int]) -> str:
    """COCO's way to write run lengths as text, after its published description."""
    text = ""
    for place, count in enumerate(counts):
        value = count - counts[place - 2] if place > 2 else count
        while True:
            bits, value = value & 31, value >> 5
            more = value != (-1 if bits & 16 else 0)
            text += chr((bits | (32 if more else 0)) + 48)
            if not more:
                break
    return text


def runs(bits: np.ndarray) -> list[int]:
    counts, last = [0], False
    for bit in bits.T.ravel():
        if bit != last:
            counts.append(0)
            last = bool(bit)
        counts[-1] += 1
    return counts


def test_masks_against_bitmaps() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        height, width = rng.integers(1, 9, 2)
        one, other = rng.random((2, height, width)) < rng.random()
        plain_runs = [{"size": [int(height), int(width)], "counts": runs(bits)} for bits in (one, other)]
        assert union(plain_runs, None)["counts"] == runs(one | other)
        assert counts_of(packed(runs(one))) == runs(one)
        big = rng.integers(0, 100_000, 9).tolist()
        assert counts_of(packed(big)) == big
        top, left = (int(rng.integers(0, 5)) for _ in range(2))
        canvas = np.zeros((height + top, width + left), bool)
        canvas[top:, left:] = one
        along_rows = ", ".join(map(str, runs(one.T)))
        made = from_cvat(along_rows, left, top, int(width), int(height), canvas.shape)
        assert made == {"size": list(canvas.shape), "counts": runs(canvas)}


def test_masks_that_cannot_be() -> None:
    for counts in ([5], [-1, 5], [2, 1]):
        with pytest.raises(LeftOutError):
            union([{"size": [2, 2], "counts": counts}, {"size": [2, 2], "counts": [4]}], None)
    with pytest.raises(LeftOutError, match="beyond its image"):
        from_cvat("0, 4", 1, 1, 2, 2, (2, 2))
    with pytest.raises(LeftOutError, match="size"):
        union([], (1 << 20, 1 << 20))


def test_the_reviews_are_as_generated(tmp_path: Path) -> None:
    write(tmp_path / "reviews.json", reviews())
    made, kept = (path.read_text(encoding="utf-8") for path in (tmp_path / "reviews.json", EXPORTS / "reviews.json"))
    assert made == kept


# ---- strange files

WEIRD = (None, 0, -1, 1.5, "", "x", [], [None], {}, {"x": None}, True, "9" * 400, [[1]], "<b>")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def with_weird(value: Any, path: tuple[Any, ...], weird: Any) -> Any:
    if not path:
        return weird
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = with_weird(value[path[0]], path[1:], weird)
    return copy


@pytest.mark.parametrize(
    "case", [name for name, (kind, *_) in CASES.items() if kind in ("label-studio", "coco", "prodigy")]
)
def test_strange_values_are_counted_or_named(case: str, tmp_path: Path) -> None:
    """Whatever stands somewhere in an export: it is loaded, left out with a reason, or refused in one line."""
    name, files, options, *_ = CASES[case]
    original = (EXPORTS / files[0]).read_text(encoding="utf-8")
    is_lines = name == "prodigy"
    value = [json.loads(line) for line in original.splitlines()] if is_lines else json.loads(original)
    rng = np.random.default_rng(3)
    every = places(value)
    wishes = Wishes(**{key: wish for key, wish in options.items() if key != "skip_empty"})
    for place in rng.permutation(len(every))[:150]:
        changed = with_weird(value, every[place], WEIRD[rng.integers(len(WEIRD))])
        text = "\n".join(map(json.dumps, changed)) if is_lines and isinstance(changed, list) else json.dumps(changed)
        (tmp_path / "export").write_text(text, encoding="utf-8")
        try:
            found = list(formats()[name].read(Source(tmp_path / "export", None, wishes, Skips())))
        except oakdb.OakError:
            continue
        for record in found:
            assert isinstance(record.key, str), every[place]
            if isinstance(record, Record):
                assert isinstance(record.item, str), every[place]
                assert isinstance(record.worker, str), every[place]


@pytest.mark.parametrize("file", ["cvat/job_11.xml", "cvat/video.xml"])
def test_strange_xml_is_counted_or_named(file: str, tmp_path: Path) -> None:
    original = (EXPORTS / file).read_text(encoding="utf-8")
    values = list(re.finditer(r'(?<==")[^"]*(?=")|(?<=>)[^<>\n]+(?=</)', original))
    assert len(values) > 40
    for place, value in enumerate(values):
        weird = ("", "x", "-1", "1e9", "9" * 30, ";,;", "nan")[place % 7]
        (tmp_path / "export").write_text(original[: value.start()] + weird + original[value.end() :], encoding="utf-8")
        try:
            found = list(formats()["cvat"].read(Source(tmp_path / "export", None, Wishes(), Skips())))
        except oakdb.OakError:
            continue
        assert all(isinstance(record.key, str) for record in found), value


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("label-studio", '[{"id": 1, "annotations": [{"completed_by": null, "result": []}]}]', "it does not say who"),
        ("toloka", "ASSIGNMENT:task_id\tASSIGNMENT:worker_id\tOUTPUT:x\nt1\t\tA\n", "ASSIGNMENT:worker_id is empty"),
        ("mturk", "HITId,WorkerId,Answer.x\n1,,A\n", "WorkerId is empty"),
    ],
)
def test_a_label_of_nobody_is_left_out(name: str, text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "export").write_text(text, encoding="utf-8")
    skips = Skips()
    assert list(formats()[name].read(Source(tmp_path / "export", None, Wishes(), skips))) == []
    assert [skip.reason.startswith(reason) for skip in skips.by_reason()] == [True]
    assert list(formats()[name].read(Source(tmp_path / "export", "zoe", Wishes(), skips))) != []


HUGE, HALF, LONG = str(10**400), r'"a\ud800b"', "9" * 5_000
CHOICE = '{"type": "choices", "from_name": "q", "value": {"choices": [%s]}}'
WIDE = '{"type": "rectangle", "original_width": 1E, "original_height": 9, "value": {"x": 1}}'.replace("1E", HUGE)


def task(item: str, region: str) -> str:
    return f'{{"id": {item}, "annotations": [{{"completed_by": 1, "result": [{region}]}}]}}'


def coco(width: str, box: str) -> str:
    images = f'[{{"id": 1, "height": 4, "width": {width}}}, {{"id": 2}}]'
    return f'{{"images": {images}, "annotations": [{{"image_id": 1, "bbox": {box}}}]}}'


@pytest.mark.parametrize(
    ("name", "text", "n_labels", "reasons"),
    [
        ("label-studio", f"[{task('1', WIDE)}, {task('2', CHOICE % '1')}]", 1, {"a region cannot be read"}),
        ("label-studio", f"[{task(HALF, CHOICE % '1')}, {task('2', CHOICE % HALF)}]", 1, {"half of a character"}),
        ("coco", coco("1e308", "[1, 1, 1, 1]"), 1, {"one of the images cannot be read"}),
        ("coco", coco("Infinity", "[1, 1, 1, 1]"), 1, {"one of the images cannot be read"}),
        ("coco", coco("5", f"[{HUGE}, 1, 1, 1]"), 1, {"a bbox cannot be read"}),
        ("mturk", f'HITId,WorkerId,Answer.q\n1,a,"{{""x"": {LONG}}}"\n', 1, set()),
        ("toloka", f'ASSIGNMENT:task_id\tASSIGNMENT:worker_id\tOUTPUT:x\n1\ta\t[{{"shape": {LONG}}}]\n', 1, set()),
    ],
)
def test_numbers_and_characters_beyond_measure(
    name: str, text: str, n_labels: int, reasons: set[str], tmp_path: Path
) -> None:
    source, skipped = tmp_path / "export", tmp_path / "skipped"
    source.write_text(text, encoding="utf-8")
    loaded = load(name, source, tmp_path / "labels.parquet", skipped=skipped)
    assert loaded.n_labels == n_labels
    assert reasons <= {skip.reason for skip in loaded.skipped}
    assert all(json.loads(line)["reason"] for line in skipped.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(("name", "text"), [("prodigy", '{"a": %s}\n'), ("label-studio", '[{"id": %s}]')])
def test_a_number_of_too_many_digits_is_named(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "export").write_text(text % LONG, encoding="utf-8")
    with pytest.raises(oakdb.OakError, match=r"line 1: is not JSON \(a number of too many digits\)"):
        load(name, tmp_path / "export", tmp_path / "labels.parquet")
