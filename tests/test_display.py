"""What is shown of rows: the same whether they come from a query or from a frame."""

import json
import math
from datetime import datetime
from decimal import Decimal

import duckdb
import pytest

import oakdb
from oakdb.display import as_json, as_table
from oakdb.rows import Rows
from tests.samples import KINDS, sample

MIXED = """
    select * from (values
        ('a', 1, 0.1 + 0.2::double, true, [1.5, null], {'x': 1.0::double}, 1.25::decimal(4, 2), 9::ubigint),
        (null, null, 'nan'::double, null, [], null, null, null),
        ('"\n', -7, '-inf'::double, false, null, {'x': null}, -0.5, 0)
    ) as rows (text, whole, real, truth, list, struct, fixed, positive)
"""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("relation", ["item_estimates", "item_decisions"])
def test_rows_of_a_query_are_shown_as_those_of_its_frame(kind: str, relation: str) -> None:
    given = sample(kind, 3, n_items=12, n_workers=5, most_labels=4, audit_share=0.3)
    with oakdb.run(given.frame(), given.audit_frame(), kind=kind) as results:
        results.relation(relation).order("item_id").create("shown")  # worked out once: last digits may differ
        fetched, framed = Rows.fetched(results.con.table("shown")), Rows.of(results.con.table("shown").df())
    assert fetched.columns == framed.columns
    assert as_json(fetched) == as_json(framed)
    assert as_table(fetched) == as_table(framed)


def test_values_of_every_type_are_shown_alike() -> None:
    with duckdb.connect() as con:
        fetched, framed = Rows.fetched(con.sql(MIXED)), Rows.of(con.sql(MIXED).df())
    assert fetched.are_numbers == framed.are_numbers == [False, True, True, True, False, False, True, True]
    assert as_table(fetched) == as_table(framed)
    assert [list(record.values()) for record in json.loads(as_json(fetched))] == [
        ["a", 1, 0.3, True, [1.5, None], {"x": 1.0}, 1.25, 9],
        [None, None, None, None, [], None, None, None],
        ['"\n', -7, None, False, None, {"x": None}, -0.5, 0],
    ]


def test_json_says_what_it_can() -> None:
    values = [math.nan, math.inf, 1 / 3, Decimal("2.5"), datetime(2026, 1, 2, 3, 4, 5), b"x", 10**30]
    (record,) = json.loads(as_json(Rows(list("abcdefg"), [True] * 7, [tuple(values)])))
    assert list(record.values()) == [None, None, 0.333333333333333, 2.5, "2026-01-02T03:04:05", "b'x'", 10**30]
