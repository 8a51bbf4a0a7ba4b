"""What a loader hands over: records, the answers in them, and what it had to leave out."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any


@dataclass(frozen=True)
class Wishes:
    """What the user chose: the names of columns or fields, and the kind."""

    kind: str | None = None
    field: str | None = None
    item: str | None = None
    worker: Sequence[str] = ()
    label: str | None = None
    time: str | None = None


@dataclass(frozen=True)
class Record:
    """One worker's look at one item; `key` is its name in the file. A record without an answer is an empty label."""

    key: str
    item: str
    worker: str
    place: str
    time: datetime | None = None
    is_truth: bool = False
    size: tuple[int, int] | None = None


@dataclass(frozen=True)
class Answer:
    """Part of a label: one of the choices, one box, one span. `field` is the question it answers.

    With `is_whole` the value is the label itself, as text. With a `problem` the part is there and cannot be read: then
    the record makes no label, for without it the label would say something else.
    """

    key: str
    field: str
    kind: str
    value: Any
    is_whole: bool = False
    problem: str | None = None


# Something is not what it is in this format: not there, of another type, too large.
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, OverflowError)


class LeftOutError(Exception):
    """A record or answer that makes no label; its text is the reason."""


@dataclass(frozen=True)
class Skip:
    """How many records or parts of them were left out for a reason, and where the first of them is."""

    reason: str
    n: int
    first: str


@dataclass
class Skips:
    """What was left out, counted by reason; written to a file as it comes, where there is one."""

    out: IO[str] | None = None
    found: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, reason: str, place: str, record: Any = None) -> None:
        """Count it, and keep what it was."""
        n, first = self.found.get(reason, (0, place))
        self.found[reason] = (n + 1, first)
        if self.out is not None:
            kept = {"reason": reason, "place": place, "record": record}
            self.out.write(json.dumps(kept, ensure_ascii=False, default=str) + "\n")

    def by_reason(self) -> list[Skip]:
        """The most frequent first."""
        return sorted(
            (Skip(reason, n, first) for reason, (n, first) in self.found.items()),
            key=lambda skip: (-skip.n, skip.reason),
        )


@dataclass(frozen=True)
class Source:
    """A file to load, and the worker whose labels it holds where the user has named one.

    With a number, nothing that is said of it may say who its workers are: not what stands in it, nor what it is called.
    """

    path: Path
    named_worker: str | None
    wishes: Wishes
    skips: Skips
    number: int | None = None

    @property
    def name(self) -> str:
        """What messages call it."""
        return str(self.path) if self.number is None else f"file {self.number}"

    def worker(self, said: Any) -> str:
        """The worker: as the user named the file's, else as the record says, else the file's name."""
        if self.named_worker is None and not said:
            return self.path.name.split(".")[0]
        return self.known_worker(said)

    def known_worker(self, said: Any) -> str:
        """The same where files hold the labels of many: nobody is a reason to leave the record out."""
        if self.named_worker is not None:
            return self.named_worker
        if said in (None, "") or isinstance(said, list | dict):
            raise LeftOutError("it does not say who the worker is")
        return str(said)

    def skip(self, reason: str, place: str, record: Any = None) -> None:
        self.skips.add(reason, f"{self.name}, {place}", record if self.number is None else None)


def at(record: Mapping[str, Any], path: str) -> Any:
    """What lies at a dotted path, such as `meta.id`; None where nothing does."""
    found: Any = record
    for step in path.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def text_at(record: Mapping[str, Any], path: str, missing: str) -> str:
    """The id at a path; its absence is a reason to leave the record out."""
    found = at(record, path)
    if found is None or found == "" or isinstance(found, list | dict):
        raise LeftOutError(missing)
    return str(found)
