"""Plain tables: a row per label, or a column per worker."""

from pathlib import Path

import pytest

from tests.loaders.exports import Case, check

CASES = {
    "long": Case(
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
    "wide": Case(
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


@pytest.mark.parametrize("case", CASES)
def test_from_an_export_to_a_run(case: str, tmp_path: Path) -> None:
    check(CASES[case], tmp_path)
