"""Toloka's TSV of assignments."""

from pathlib import Path

import pytest

from tests.loaders.exports import Case, check

CASES = {
    "toloka": Case(
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
    "without ids of tasks": Case(
        "toloka",
        ("toloka_ids.tsv",),
        {},
        "category",
        [
            ('["/p/1.jpg", "Is it day?"]', "w1", "true", "2024-02-01 10:00:00"),
            ('["/p/1.jpg", "Is it day?"]', "w2", "false", "2024-02-01 10:05:00"),
            ('["/p/1.jpg", "Is it wet?"]', "w1", "false", "2024-02-01 10:00:00"),
        ],
        {"a true label: give --audits to keep it": 1, "the assignment is without a status": 1},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_from_an_export_to_a_run(case: str, tmp_path: Path) -> None:
    check(CASES[case], tmp_path)
