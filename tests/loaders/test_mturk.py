"""Mechanical Turk's CSV of a batch."""

from pathlib import Path

import pytest

from tests.loaders.exports import Case, check

CASES = {
    "mturk": Case(
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
    "boxes": Case(
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
    "ticked": Case(
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
    "crowd-classifier": Case(
        "mturk",
        ("mturk_crowd.csv",),
        {"field": "scene"},
        "category",
        [
            ("3HIT5", "A1", "harbour", "2024-03-04 16:11:30"),
            ("3HIT5", "A2", "harbour", "2024-03-04 16:15:00"),
            ("3HIT6", "A2", "street", "2024-03-04 16:20:00"),
        ],
        {"an answer with inputImageProperties, polygons, which is not loaded": 3},
    ),
    "crowd-keypoint": Case(
        "mturk",
        ("mturk_crowd.csv",),
        {"field": "tip"},
        "keypoint",
        [
            ("3HIT5", "A1", {"x": 120, "y": 80}, "2024-03-04 16:11:30"),
            ("3HIT5", "A2", {"x": 122, "y": 81}, "2024-03-04 16:15:00"),
        ],
        {"an answer with inputImageProperties, polygons, which is not loaded": 3, "no answer": 1},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_from_an_export_to_a_run(case: str, tmp_path: Path) -> None:
    check(CASES[case], tmp_path)
