"""Files and calls that are wrong, and strange values: counted with a reason, or refused in one line."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oakdb
from oakdb.cli import main
from oakdb.loading import formats, load
from oakdb.loading.records import Record, Skips, Source, Wishes
from tests.loaders import test_coco, test_label_studio, test_prodigy
from tests.loaders.exports import EXPORTS

JSON_CASES = {
    f"{case.format}, {name}": case
    for module in (test_coco, test_label_studio, test_prodigy)
    for name, case in module.CASES.items()
}


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
            ["cvat", str(EXPORTS / "cvat/job_11.xml")],
            "several fields; choose with --field one of tag (2 answers), box (2 answers)",
        ),
        (
            ["cvat", str(EXPORTS / "cvat/job_11.xml"), "--field", "hat"],
            "there is no field 'hat'; it has tag (2 answers)",
        ),
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


@pytest.mark.parametrize("case", JSON_CASES)
def test_strange_values_are_counted_or_named(case: str, tmp_path: Path) -> None:
    """Whatever stands somewhere in an export: it is loaded, left out with a reason, or refused in one line."""
    name, files, options, *_ = JSON_CASES[case]
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
