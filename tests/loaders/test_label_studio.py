"""Label Studio's export as JSON."""

from pathlib import Path

import pytest

from tests.loaders.exports import Case, check

CASES = {
    "choices": Case(
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
    "spans": Case(
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
    "boxes": Case(
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
    "ranker": Case(
        "label-studio",
        ("label_studio_ranker.json",),
        {},
        "ranking",
        [
            ("41", "10", ["mdn", "blog", "wiki"], "2024-07-01 08:03:00"),
            ("41", "7", ["mdn", "wiki", "blog"], "2024-07-01 08:00:00"),
            ("41", "8", ["mdn", "wiki"], "2024-07-01 08:01:00"),
        ],
        {"a ranker with several buckets, which is not loaded": 1},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_from_an_export_to_a_run(case: str, tmp_path: Path) -> None:
    check(CASES[case], tmp_path)
