"""CVAT's XML, for images and for video."""

import zipfile
from pathlib import Path

import pytest

import oakdb
from oakdb.loading import load
from tests.loaders.exports import EXPORTS, Case, check, rows

FILES = ("cvat/job_11.xml", "cvat/job_12.xml")

CASES = {
    "boxes": Case(
        "cvat",
        FILES,
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
    "tags": Case(
        "cvat",
        FILES,
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
    "masks": Case(
        "cvat",
        FILES,
        {"field": "mask", "skip_empty": True},
        "mask",
        [("street_0.png", "ann", {"size": [6, 8], "counts": [19, 1, 5, 2, 14, 1, 5, 1]}, "2024-03-04 09:30:00")],
        {"a polygon, which is not loaded": 1, "of the mask a polygon would be missing": 1, "no answer": 4},
    ),
    "video": Case(
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
    "skeletons": Case(
        "cvat",
        ("cvat/skeletons.xml",),
        {},
        "keypoint",
        [
            ("gate_0.png", "cyd", {"x": 40.5, "y": 20}, "2024-03-05 08:00:00"),
            ("gate_1.png", "cyd", {"x": 41, "y": 21}, "2024-03-05 08:00:00"),
        ],
        {"a skeleton, which is not loaded": 1},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_from_an_export_to_a_run(case: str, tmp_path: Path) -> None:
    check(CASES[case], tmp_path)


def test_the_archive_as_it_was_downloaded(tmp_path: Path) -> None:
    packed, out = tmp_path / "job 11.zip", tmp_path / "packed.parquet"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(EXPORTS / FILES[0], "annotations.xml")
        archive.writestr("images/street_0.png", b"not read")
    load("cvat", packed, out, field="box")
    load("cvat", EXPORTS / FILES[0], tmp_path / "plain.parquet", field="box")
    assert rows(out) == rows(tmp_path / "plain.parquet")
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("more.xml", "<annotations/>")
    with pytest.raises(
        oakdb.OakError, match=r"other than one file of annotations \(annotations\.xml, more\.xml\); unpack"
    ):
        load("cvat", packed, out)
    packed.write_bytes(b"PK, but no archive")
    with pytest.raises(oakdb.OakError, match="cannot be read"):
        load("cvat", packed, out)
