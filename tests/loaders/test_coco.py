"""COCO, a file per annotator."""

from pathlib import Path

import pytest

from tests.loaders.exports import Case, check

FILES = ("coco/ann.json", "coco/bob.json")

CASES = {
    "boxes": Case(
        "coco",
        FILES,
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
    "masks": Case(
        "coco",
        FILES,
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
    "keypoints": Case(
        "coco",
        FILES,
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
}


@pytest.mark.parametrize("case", CASES)
def test_from_an_export_to_a_run(case: str, tmp_path: Path) -> None:
    check(CASES[case], tmp_path)
