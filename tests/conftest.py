"""Connections that a test has left open are closed after it, for an open one at exit makes the binding complain."""

from collections.abc import Iterator

import duckdb
import pytest

import oakdb.database


@pytest.fixture(autouse=True)
def _connections_closed(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    opened: list[duckdb.DuckDBPyConnection] = []
    connect = oakdb.database.connect

    def remembered(*arguments: object, **options: object) -> duckdb.DuckDBPyConnection:
        opened.append(connect(*arguments, **options))  # type: ignore[arg-type]
        return opened[-1]

    monkeypatch.setattr(oakdb.database, "connect", remembered)
    yield
    for connection in opened:
        connection.close()
