"""What holds for all tests."""

from collections.abc import Iterator

import duckdb
import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spark's tests take longest: they come first, and the others beside them."""
    items.sort(key=lambda item: "test_on_spark" not in item.nodeid)


@pytest.fixture(autouse=True)
def _connections_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Those that a test has left open, for an open one at exit makes the binding complain."""
    opened: list[duckdb.DuckDBPyConnection] = []
    connect = duckdb.connect

    def remembered(*arguments: object, **options: object) -> duckdb.DuckDBPyConnection:
        opened.append(connect(*arguments, **options))  # type: ignore[arg-type]
        return opened[-1]

    monkeypatch.setattr(duckdb, "connect", remembered)
    yield
    for connection in opened:
        connection.close()
