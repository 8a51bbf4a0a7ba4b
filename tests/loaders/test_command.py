"""What is said of a load, and what comes next."""

import gzip
import json
import shlex
from pathlib import Path

import pytest

import oakdb
from fixtures.label_studio import reviews, write
from oakdb.cli import main
from oakdb.loading import formats, load
from tests.loaders import test_coco, test_cvat, test_label_studio, test_mturk, test_prodigy, test_tables, test_toloka
from tests.loaders.exports import EXPORTS, rows

MODULES = (test_coco, test_cvat, test_label_studio, test_mturk, test_prodigy, test_tables, test_toloka)


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


def test_the_reviews_are_as_generated(tmp_path: Path) -> None:
    write(tmp_path / "reviews.json", reviews())
    made, kept = (path.read_text(encoding="utf-8") for path in (tmp_path / "reviews.json", EXPORTS / "reviews.json"))
    assert made == kept


def test_every_format_has_a_case() -> None:
    assert {case.format for module in MODULES for case in module.CASES.values()} == set(formats())
