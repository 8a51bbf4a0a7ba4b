"""Similarities written in Python, and how they reach a database."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

import duckdb

from oakdb.errors import CALL_WRONG, OakError

_registered: dict[str, "Similarity"] = {}

# A database that is open goes on calling what one of its connections has made known, also when that one is closed and
# Python would take the function away: what DuckDB was given is kept for good.
_callers: dict[tuple[str, bool], Callable[..., Any]] = {}


@dataclass(frozen=True)
class Similarity:
    """A function of two labels, or with `arrow` of two Arrow arrays of labels, that gives a number from 0 to 1."""

    name: str
    function: Callable[[Any, Any], Any]
    arrow: bool

    def of_pair(self, a: Any, b: Any) -> float:
        """The similarity of two labels; what goes wrong names the function and the pair."""
        try:
            value = float(self.function(a, b))
        except Exception as error:
            raise ValueError(f"similarity {self.name} failed ({error!r}) {_pair(a, b)}") from error
        if not 0 <= value <= 1:
            raise ValueError(f"similarity {self.name} gave {value}, which is not within 0 and 1, {_pair(a, b)}")
        return value

    def of_arrays(self, a: Any, b: Any) -> Any:
        """The similarities of many pairs at once."""
        import pyarrow as pa  # noqa: PLC0415 - an extra

        try:
            values = self._values(a, b)
        except Exception as error:
            raise ValueError(f"similarity {self.name} failed ({error!r}) {self._culprit(a, b)}") from error
        for place, value in enumerate(values):
            if not 0 <= value <= 1:
                raise ValueError(
                    f"similarity {self.name} gave {value}, which is not within 0 and 1, "
                    f"{_pair(a[place].as_py(), b[place].as_py())}"
                )
        return pa.array(values, pa.float64())

    def _values(self, a: Any, b: Any) -> list[float]:
        found = self.function(a, b)
        values = [float(value) for value in (found.to_pylist() if hasattr(found, "to_pylist") else found)]
        if len(values) != len(a):
            raise ValueError(f"{len(values)} results for {len(a)} pairs")
        return values

    def _culprit(self, a: Any, b: Any) -> str:
        """The first pair that fails when it is alone; otherwise it takes several to fail."""
        for place in range(len(a)):
            try:
                self._values(a.slice(place, 1), b.slice(place, 1))
            except Exception:
                return _pair(a[place].as_py(), b[place].as_py())
        return f"for {len(a)} pairs, the first of which is {a[0].as_py()!r} and {b[0].as_py()!r}"


def _pair(a: Any, b: Any) -> str:
    return f"for {a!r} and {b!r}"


@overload
def similarity(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]: ...
@overload
def similarity(*, arrow: bool) -> Callable[[Callable[[Any, Any], Any]], Callable[[Any, Any], Any]]: ...
def similarity(function: Callable[[Any, Any], Any] | None = None, *, arrow: bool = False) -> Any:
    """Register a function as a similarity, under its own name.

    >>> @similarity
    ... def same_start(a, b):
    ...     return float(a[:1] == b[:1])
    >>> "same_start" in registered()
    True
    >>> same_start("apple", "avocado")
    1.0
    """
    if function is None:
        return lambda given: similarity(given) if not arrow else _register(given, arrow=True)
    return _register(function, arrow=arrow)


def _register(function: Callable[[Any, Any], Any], *, arrow: bool) -> Callable[[Any, Any], Any]:
    name = function.__name__
    if not name.isidentifier():
        raise OakError(f"similarity {name}", "a function without a name", "write it with def", exit_code=CALL_WRONG)
    _registered[name] = Similarity(name, function, arrow)
    return function


def registered() -> Mapping[str, Similarity]:
    """The similarities that were registered, by name."""
    return _registered


def create_functions(con: duckdb.DuckDBPyConnection, similarities: Sequence[Similarity]) -> None:
    """Make the similarities known to a database, for labels of any type."""
    for one in similarities:
        if con.execute("from duckdb_functions() where lower(function_name) = lower(?)", [one.name]).fetchone() is None:
            caller = _callers.setdefault((one.name, one.arrow), _caller(one.name, one.arrow))
            how: Any = "arrow" if one.arrow else "native"  # the type of it has moved between versions of DuckDB
            con.create_function(one.name, caller, None, "DOUBLE", type=how)
        elif (one.name, one.arrow) not in _callers:
            raise OakError(f"similarity {one.name}", "the database has a function of that name", "call it otherwise")


def _caller(name: str, arrow: bool) -> Callable[..., Any]:
    """What DuckDB is given: it calls whatever is registered under the name by then."""
    return lambda *pair: _registered[name].of_arrays(*pair) if arrow else _registered[name].of_pair(*pair)
