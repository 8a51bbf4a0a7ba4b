"""Workers under other names: keyed hashes, so that only who has the key can tell who is who."""

import base64
import hmac
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import duckdb

from oakdb.errors import CALL_WRONG, OakError
from oakdb.render import quoted

SHORTEST, LONGEST = 32, 4_096  # bytes of a key: too many to guess, too few to be a file of labels
MAKE = "python -c 'import secrets; print(secrets.token_hex(32))' > FILE"
LENGTH = 16  # characters of 5 bits: of a million workers, two share a name once in 10¹² tasks

KeyFile = str | Path | bytes


@dataclass(frozen=True)
class Key:
    """What the names are made with. Two databases with the same key call a worker the same."""

    secret: bytes = field(repr=False)

    @classmethod
    def given(cls, given: KeyFile | None) -> "Key | None":
        """The key in a file, whose last line break does not count, or the key itself; None for none."""
        if given is None:
            return None
        where = "anonymise" if isinstance(given, bytes) else str(given)
        secret = given if isinstance(given, bytes) else _read(where).rstrip(b"\r\n")
        if not SHORTEST <= len(secret) <= LONGEST:
            is_short = len(secret) < SHORTEST
            size = f"is {len(secret)} of at least {SHORTEST}" if is_short else f"has more than {LONGEST}"
            raise OakError(where, f"is no key: it {size} bytes", f"make one with: {MAKE}", exit_code=CALL_WRONG)
        return cls(secret)

    def name(self, worker: str) -> str:
        """The worker's other name: HMAC-SHA-256 of the id, cut short."""
        return f"w_{self._digest('worker', worker)}"

    @property
    def check(self) -> str:
        """Tells one key from another, and nothing else of either."""
        return self._digest("key", "")

    def _digest(self, purpose: str, text: str) -> str:
        digest = hmac.digest(self.secret, f"{purpose}\0{text}".encode(errors="surrogatepass"), "sha256")
        return base64.b32encode(digest).decode()[:LENGTH].lower()


def _read(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(LONGEST + 2)
    except OSError as error:
        raise OakError(
            path, f"the key cannot be read ({error.strerror})", f"make one with: {MAKE}", exit_code=CALL_WRONG
        ) from None


@contextmanager
def reading(con: duckdb.DuckDBPyConnection, worker: str | None, key: Key | None) -> Iterator[Callable[[str], str]]:
    """How SQL reads a column of the input: as it is, but that of the worker, with a key, under the other names.

    The key stays in Python, in a function that the database has for a while; no SQL has it.
    """
    if key is None or worker is None:
        yield quoted
        return
    function = f"oakdb_{secrets.token_hex(8)}"
    con.create_function(function, cache(key.name), ["VARCHAR"], "VARCHAR")
    try:
        yield lambda column: f"{function}(cast({quoted(column)} as varchar))" if column == worker else quoted(column)
    finally:
        with suppress(duckdb.Error):  # a transaction that failed has taken it away
            con.remove_function(function)


@contextmanager
def nobody_named(key: Key | None) -> Iterator[None]:
    """What is wrong with input, without what stands in it: a worker may be where a header was expected."""
    try:
        yield
    except OakError as error:
        raise error if key is None else error.without_detail() from None
