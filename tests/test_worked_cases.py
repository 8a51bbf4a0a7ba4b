"""The cases of fixtures/worked, whose every number was worked out by hand."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import oakdb
from tests.reference import similarity

WORKED = Path(__file__).parent.parent / "fixtures/worked"
EXPECTED = json.loads((WORKED / "expected.json").read_text(encoding="utf-8"))
RELATIONS = {
    "label_pairs": ("label_pairs", ["item_id", "worker_a", "worker_b"]),
    "worker_competence": ("worker_competence", ["worker_id"]),
    "worker_type_competence": ("worker_type_competence", ["worker_id", "label_type"]),
    "calibration": ("calibration", ["label_type"]),
    "population": ("population", ["label_type"]),
    "label_estimates": ("label_estimates", ["item_id", "worker_id"]),
    "items": ("item_estimates", ["item_id"]),
}


@pytest.mark.parametrize("kind", EXPECTED)
def test_the_worked_case(kind: str) -> None:
    case = dict(EXPECTED[kind])
    results = oakdb.run(WORKED / f"{kind}_annotations.csv", WORKED / f"{kind}_audits.csv", **case.pop("settings"))
    assert set(case) == set(RELATIONS)
    for section, rows in case.items():
        relation, keys = RELATIONS[section]
        found = {"|".join(str(row[key]) for key in keys): row for row in records(results, relation)}
        assert found.keys() >= rows.keys()
        for key, expected in rows.items():
            values = expected if isinstance(expected, dict) else {"similarity": expected}
            for column, value in values.items():
                assert_equal(kind, column, found[key][column], value)


def records(results: oakdb.Results, name: str) -> list[dict[str, Any]]:
    relation = results.relation(name)
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def assert_equal(kind: str, column: str, found: Any, expected: Any) -> None:
    if column == "label" and kind == "boxes":
        regions = [[tuple(box.values()) for box in boxes] for boxes in (found, expected)]
        assert similarity("boxes", "jaccard", *regions) == pytest.approx(1, abs=1e-12)
    elif column == "label" and kind == "keypoint":
        assert found == pytest.approx(
            {axis: float(Fraction(str(value))) for axis, value in expected.items()}, abs=1e-12
        )
    elif isinstance(found, float):
        assert found == pytest.approx(float(Fraction(str(expected))), abs=1e-12), column
    else:
        assert found == expected, column
