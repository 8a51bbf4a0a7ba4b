"""Reading large files piece by piece; what is malformed is named by line and record."""

import csv
import gzip
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any
from xml.etree import ElementTree

from oakdb.errors import OakError

CHUNK = 1 << 16
ENDINGS = (".xml", ".json", ".jsonl", ".tsv", ".csv")
NEARLY_AT_END = 16  # a value cut off by the end of the buffer fails at most so many characters before it
SPACES = re.compile(r"[ \t\r\n]*")
BEHIND = (",", "]", "}", ":", " ", "\t", "\r", "\n")  # what may follow a complete value
DECODER = json.JSONDecoder()


@contextmanager
def opened(path: Path, mode: str = "rt") -> Iterator[IO[Any]]:
    """The file, also gzipped or in an archive, as text or bytes."""
    try:
        with ExitStack() as held:
            file: Any
            if path.suffix == ".zip":
                file = held.enter_context(_only_file(path, held.enter_context(zipfile.ZipFile(path))))
            elif path.suffix == ".gz":
                file = held.enter_context(gzip.open(path))
            else:
                file = held.enter_context(path.open("rb"))
            yield io.TextIOWrapper(file, encoding="utf-8-sig", newline="") if mode == "rt" else file
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile) as error:
        raise OakError(str(path), "cannot be read", "check the file", detail=f"({error})") from None
    except UnicodeDecodeError as error:
        where = f"{path}, line {_undecodable_line(path)}"
        raise OakError(where, f"is not text in UTF-8 ({error.reason})", "export it again, as UTF-8") from None


def _only_file(path: Path, archive: zipfile.ZipFile) -> IO[bytes]:
    """CVAT and others put the annotations into an archive, with the pictures or without."""
    names = [name for name in archive.namelist() if name.lower().endswith(ENDINGS) and not name.startswith("__MACOSX/")]
    if len(names) != 1:
        found = ", ".join(names[:5]) or "none"
        raise OakError(
            str(path), "is an archive with other than one file of annotations", "unpack it first", detail=f"({found})"
        )
    return archive.open(names[0])


def _undecodable_line(path: Path) -> int:
    with opened(path, "rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError:
                return number
    return 1


class Text:
    """A text that is taken in from the front, and knows its line."""

    def __init__(self, path: Path, file: IO[str]) -> None:
        self.path, self.file = path, file
        self.buffer, self.at, self.line, self.is_at_end = "", 0, 1, False
        self.where = ""

    def more(self) -> None:
        """Read on, as much again as there is, so that a large value is not tried over and over."""
        self.buffer = self.buffer[self.at :]
        self.at = 0
        read = self.file.read(max(CHUNK, len(self.buffer)))
        self.is_at_end = not read
        self.buffer += read

    def advance(self, to: int) -> None:
        self.line += self.buffer.count("\n", self.at, to)
        self.at = to

    def peek(self) -> str:
        """The next character that is no space; empty at the end."""
        while True:
            self.advance(SPACES.match(self.buffer, self.at).end())  # type: ignore[union-attr]
            if self.at < len(self.buffer) or self.is_at_end:
                return self.buffer[self.at : self.at + 1]
            self.more()

    def take(self, expected: str) -> str:
        found = self.peek()
        if found == "" or found not in expected:
            raise self.malformed(f"{' or '.join(expected)} expected, found {found or 'the end'}")
        self.advance(self.at + 1)
        return found

    def value(self) -> Any:
        """The next JSON value, complete."""
        self.peek()
        while True:
            try:
                found, end = DECODER.raw_decode(self.buffer, self.at)
                if self.is_at_end or self.buffer[end : end + 1] in BEHIND or not self._is_cut(end):
                    self.advance(end)
                    return found
            except json.JSONDecodeError as error:
                is_cut = error.msg.startswith("Unterminated") or self._is_cut(error.pos)
                if self.is_at_end or not is_cut:
                    raise self.malformed(error.msg, error.pos) from None
            except (RecursionError, ValueError) as error:
                raise self.malformed(_too_much(error)) from None
            self.more()

    def _is_cut(self, place: int) -> bool:
        return place > len(self.buffer.rstrip()) - NEARLY_AT_END

    def malformed(self, what: str, place: int | None = None) -> OakError:
        line = self.line + self.buffer.count("\n", self.at, self.at if place is None else place)
        where = ", ".join(part for part in (str(self.path), self.where, f"line {line}") if part)
        return OakError(where, f"is not JSON ({what})", "export the file again")


def _too_much(error: ValueError | RecursionError) -> str:
    return "nested too deep" if isinstance(error, RecursionError) else "a number of too many digits"


def json_parts(path: Path) -> Iterator[tuple[str, str, Any]]:
    """The elements of a JSON array, or of the arrays in a JSON object, one by one: (key, place, element).

    In an array the key is empty. What lies in an object and is no array comes as it is.
    """
    with opened(path) as file:
        text = Text(path, file)
        if text.peek() == "[":
            yield from _elements(text, "")
        else:
            yield from _members(text)
        if text.peek():
            raise text.malformed("the file goes on behind its end")


def _members(text: Text) -> Iterator[tuple[str, str, Any]]:
    text.take("{")
    if text.peek() == "}":
        text.take("}")
        return
    while True:
        text.where = ""
        if text.peek() != '"':
            raise text.malformed(f'" expected, found {text.peek() or "the end"}')
        key = text.value()
        text.take(":")
        if text.peek() == "[":
            yield from _elements(text, key)
        else:
            text.where = key
            yield key, f"{key}, line {text.line}", text.value()
        if text.take(",}") == "}":
            return


def _elements(text: Text, key: str) -> Iterator[tuple[str, str, Any]]:
    text.take("[")
    if text.peek() == "]":
        text.take("]")
        return
    number = 0
    while True:
        number += 1
        text.where = f"{key or 'record'} {number}"
        text.peek()
        line = text.line
        yield key, f"{text.where}, line {line}", text.value()
        if text.take(",]") == "]":
            return


def json_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """One object a line: (place, object)."""
    with opened(path) as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                found = json.loads(line)
            except (ValueError, RecursionError) as error:
                what = error.msg if isinstance(error, json.JSONDecodeError) else _too_much(error)
                raise OakError(f"{path}, line {number}", f"is not JSON ({what})", "export the file again") from None
            if not isinstance(found, dict):
                raise OakError(f"{path}, line {number}", "is not a JSON object", "give one record a line")
            yield f"line {number}", found


def xml_events(path: Path) -> Iterator[tuple[str, ElementTree.Element]]:
    """The starts and ends of elements; who reads them clears them."""
    with opened(path, "rb") as file:
        try:
            yield from ElementTree.iterparse(file, events=("start", "end"))
        except ElementTree.ParseError as error:
            line, _ = error.position
            what = str(error).split(":")[0]
            raise OakError(f"{path}, line {line}", "is not XML", "export the file again", detail=f"({what})") from None
        except (LookupError, ValueError) as error:
            raise OakError(
                str(path), "is in an encoding that is not read", "export it as UTF-8", detail=f"({error})"
            ) from None


def table(path: Path, delimiters: str) -> Iterator[tuple[str, list[str]]]:
    """The rows of a table with a delimiter, the header first: (place, cells)."""
    with opened(path) as file:
        try:
            csv.field_size_limit(1 << 30)
            delimiter = max(delimiters, key=file.readline().count)
            file.seek(0)
            reader = csv.reader(file, delimiter=delimiter, strict=True)
            line = 1
            for row in reader:
                if row:
                    yield f"line {line}", row
                line = reader.line_num + 1
        except csv.Error as error:
            raise OakError(f"{path}, line {line}", f"is not a table ({error})", "export the file again") from None


def rows(path: Path, delimiters: str, skip: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows below the header by its names: (place, row). One with more or fewer cells is left out."""
    lines = table(path, delimiters)
    _, header = next(lines, ("", []))
    if not header:
        raise OakError(str(path), "is empty", "give a table with a header")
    yield "header", dict.fromkeys(header, "")
    for place, cells in lines:
        if len(cells) == len(header):
            yield place, dict(zip(header, cells, strict=True))
        else:
            skip(f"the row has not the {len(header)} cells of the header", place, cells)
