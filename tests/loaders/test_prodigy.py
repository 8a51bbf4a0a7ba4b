"""Prodigy's JSONL."""

from pathlib import Path

import pytest

from tests.loaders.exports import Case, check

CASES = {
    "choice": Case(
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
    "one choice": Case(
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
    "spans": Case(
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
    "textcat": Case(
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
    "blocks, choice": Case(
        "prodigy",
        ("prodigy_blocks.jsonl",),
        {"field": "accept"},
        "category",
        [("31", "b-ann", "NEWS", "2024-05-06 12:53:20"), ("31", "b-bob", "AD", "2024-05-06 12:54:20")],
        {"relations, which are not loaded": 1},
    ),
    "blocks, spans": Case(
        "prodigy",
        ("prodigy_blocks.jsonl",),
        {"field": "spans"},
        "spans",
        [
            ("31", "b-ann", [{"start": 0, "stop": 3, "tag": "PERSON"}], "2024-05-06 12:53:20"),
            ("31", "b-bob", [], "2024-05-06 12:54:20"),
        ],
        {"relations, which are not loaded": 1},
    ),
    "review": Case(
        "prodigy",
        ("prodigy_review.jsonl",),
        {},
        "category",
        [("801", "cat-ann", "accept", "2024-05-07 16:40:00"), ("801", "cat-bob", "reject", "2024-05-07 16:40:50")],
        {"a true label: give --audits to keep it": 1},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_from_an_export_to_a_run(case: str, tmp_path: Path) -> None:
    check(CASES[case], tmp_path)
