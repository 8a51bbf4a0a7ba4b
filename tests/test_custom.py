"""A similarity of the user's own: an SQL expression, or a function in Python."""

import math
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pytest

import oakdb
from oakdb import files, functions

FRAME = pd.DataFrame(
    [("1", "a", 1.0), ("1", "b", 2.0), ("1", "c", 2.0), ("2", "a", 5.0), ("2", "b", 5.0), ("3", "c", 1.0)],
    columns=["item_id", "worker_id", "label"],
)
AUDITS = pd.DataFrame([("1", 2.0)], columns=["item_id", "label"])
EXPRESSION = "1 - abs(a - b) / 10"


@pytest.fixture(autouse=True)
def no_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(functions, "_registered", {})


def close_to(a: float, b: float) -> float:
    return 1 - abs(a - b) / 10


def close_to_arrow(a: pa.ChunkedArray, b: pa.ChunkedArray) -> pa.ChunkedArray:
    return pc.subtract(1.0, pc.divide(pc.abs(pc.subtract(a, b)), 10.0))


def always_half(a: Any, b: Any) -> float:
    return 0.5


always_half.__name__ = "close_to"


def similarities(frame: pd.DataFrame, **settings: Any) -> list[float]:
    results = oakdb.run(frame, AUDITS, "custom", **settings)
    found = results.table("label_pairs")["similarity"].tolist()
    results.con.close()
    return found


def test_an_expression_over_a_and_b_is_a_similarity() -> None:
    results = oakdb.run(FRAME, AUDITS, "custom", similarity=EXPRESSION)
    assert results.table("label_pairs")["similarity"].tolist() == pytest.approx([0.9, 0.9, 1.0, 1.0])
    assert results.items["label"].tolist() == [2.0, 5.0, 1.0]
    assert results.items["agreement"].tolist() == pytest.approx([2.9 / 3, 1, 1])
    assert set(results.labels["label_type"]) == {"none"}
    assert results.summary["n_rejected"] == 0


def test_every_kind_takes_an_expression() -> None:
    named = oakdb.run(FRAME, AUDITS, "number", similarity="linear", scale=10, aggregation="medoid")
    own = oakdb.run(FRAME, AUDITS, "number", similarity=EXPRESSION, aggregation="medoid")
    for name in ("label_pairs", "worker_competence", "item_estimates"):
        pd.testing.assert_frame_equal(named.table(name), own.table(name), check_exact=False, rtol=1e-12)


def test_labels_of_any_type_are_taken_as_they_are() -> None:
    frame = FRAME.assign(label=[{"x": x, "tags": ["t"]} for x in FRAME["label"]])
    results = oakdb.run(frame, kind="custom", similarity="1 - abs(a.x - b.x) / 10", partition="label.x > 1")
    assert results.table("label_pairs")["similarity"].tolist() == pytest.approx([0.9, 0.9, 1.0, 1.0])
    assert set(results.labels["label_type"]) == {"true", "false"}


@pytest.mark.parametrize("arrow", [False, True])
def test_a_python_function_gives_the_same(arrow: bool) -> None:
    function = close_to_arrow if arrow else close_to
    assert oakdb.similarity(arrow=arrow)(function) is function
    expected = similarities(FRAME, similarity=EXPRESSION)
    assert similarities(FRAME, similarity=function.__name__) == pytest.approx(expected, abs=1e-12)
    assert similarities(FRAME, similarity=f"{function.__name__}(a, b)") == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("value", "said"),
    [(1.5, "gave 1.5"), (-0.1, "gave -0.1"), (math.nan, "gave nan"), (None, "TypeError"), ("x", "ValueError")],
)
@pytest.mark.parametrize("arrow", [False, True])
def test_a_bad_result_names_the_function_and_the_pair(value: Any, said: str, arrow: bool, tmp_path: Path) -> None:
    def flawed(a: Any, b: Any) -> Any:
        if arrow:
            return [value if {x.as_py(), y.as_py()} == {1.0, 2.0} else 1.0 for x, y in zip(a, b, strict=True)]
        return value if {a, b} == {1.0, 2.0} else 1.0

    oakdb.similarity(arrow=arrow)(flawed)
    assert_refused_and_nothing_lost(tmp_path, "flawed", said)


@pytest.mark.parametrize("arrow", [False, True])
def test_an_exception_names_the_function_and_the_pair(arrow: bool, tmp_path: Path) -> None:
    def broken(a: Any, b: Any) -> Any:
        if arrow:
            return pa.array([1 / (3 - x.as_py() - y.as_py()) * 0 + 1 for x, y in zip(a, b, strict=True)])
        return 1 / (3 - a - b) * 0 + 1

    oakdb.similarity(arrow=arrow)(broken)
    assert_refused_and_nothing_lost(tmp_path, "broken", "ZeroDivisionError")


def test_an_expression_that_leaves_the_range_names_the_pair(tmp_path: Path) -> None:
    assert_refused_and_nothing_lost(tmp_path, "2 - abs(a - b)", "similarity 2.0 is not within 0 and 1", "2.0 and 2.0")
    assert_refused_and_nothing_lost(tmp_path, "nullif(1, abs(a - b))", "similarity null is not within", "1.0 and 2.0")
    assert_refused_and_nothing_lost(tmp_path, "case when a = b then 'nan' else '1' end", "similarity nan is not")


def assert_refused_and_nothing_lost(tmp_path: Path, similarity: str, *said: str) -> None:
    db = tmp_path / "task.duckdb"
    before = oakdb.run(FRAME, AUDITS, "custom", similarity=EXPRESSION, db=db)
    kept = before.items
    before.con.close()
    with pytest.raises(oakdb.OakError) as refused:
        oakdb.run(FRAME, AUDITS, "custom", similarity=similarity, db=db)
    message = str(refused.value)
    assert all(part in message for part in said), message
    if similarity.isidentifier():
        assert f"similarity {similarity}" in message
        assert "1.0 and 2.0" in message or "2.0 and 1.0" in message
    after = oakdb.Results(files.connect(db), "oakdb")
    pd.testing.assert_frame_equal(after.items, kept)
    after.con.close()


def test_a_function_outlives_the_connection_that_made_it_known(tmp_path: Path) -> None:
    db = tmp_path / "task.duckdb"
    oakdb.similarity(close_to)
    oakdb.run(FRAME, kind="custom", similarity="close_to", db=db).con.close()
    texts = FRAME.assign(label=["x", "y", "y", "z", "z", "x"])
    with files.connect(db) as con:
        oakdb.run(FRAME, kind="custom", similarity="close_to", db=db).con.close()
        assert oakdb.Results(con).items["agreement"].tolist() == pytest.approx([2.9 / 3, 1, 1])
        oakdb.similarity(always_half)  # another function under the same name, for labels of another type
        oakdb.run(texts, kind="custom", similarity="close_to", db=db).con.close()
        assert oakdb.Results(con).items["agreement"].tolist() == [0.5, 0.5, 0.5]


def test_a_function_called_like_one_of_duckdb_is_refused() -> None:
    def jaccard(a: Any, b: Any) -> float:
        return 0.0

    oakdb.similarity(jaccard)
    with pytest.raises(oakdb.OakError, match="jaccard"):
        oakdb.run(FRAME, kind="custom", similarity="jaccard(a, b)")


@pytest.mark.parametrize("similarity", ["a +", "label = 1", "(select 1)", "1; drop table x", "a = b, 1", "a = other"])
def test_what_is_not_one_expression_over_a_and_b_is_refused(similarity: str) -> None:
    with pytest.raises(oakdb.OakError, match="is not one SQL expression over `a` and `b`"):
        oakdb.run(FRAME, kind="custom", similarity=similarity)


def test_custom_needs_a_similarity() -> None:
    with pytest.raises(oakdb.OakError, match="'similarity' is 'unheard_of': give an SQL expression over a and b"):
        oakdb.run(FRAME, kind="custom", similarity="unheard_of")
    with pytest.raises(oakdb.OakError, match="one of gaussian, linear, ordinal, or an SQL expression"):
        oakdb.run(FRAME, kind="number", similarity="unheard_of")
    with pytest.raises(oakdb.OakError, match="setting 'similarity' is 'None': give an SQL expression over a and b"):
        oakdb.run(FRAME, kind="custom")


def test_the_plugin_brings_functions_to_dbt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from oakdb.dbt_plugin import Plugin  # noqa: PLC0415 - only where dbt is installed

    (tmp_path / "my_similarities.py").write_text(
        "import oakdb\n\n\n@oakdb.similarity\ndef same_initial(a, b):\n    return float(a[:1] == b[:1])\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    plugin = Plugin("oakdb.dbt_plugin", {"modules": ["my_similarities"]})
    with duckdb.connect() as con:
        plugin.configure_connection(con)
        assert con.execute("select same_initial('Ann', 'Anna'), same_initial('Ann', 'Bob')").fetchall() == [(1.0, 0.0)]
