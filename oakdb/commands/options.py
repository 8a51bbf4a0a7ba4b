"""What several commands take, and what they do with it."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from oakdb.errors import CALL_WRONG, OakError

LONGEST_COUNT = 15  # digits


def command(
    known: Any, name: str, command: Callable[[argparse.Namespace], None], summary: str
) -> argparse.ArgumentParser:
    added: argparse.ArgumentParser = known.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + ".", allow_abbrev=False
    )
    added.set_defaults(command=command)
    return added


def add_settings(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set",
        dest="settings",
        metavar="name=value",
        action="append",
        default=[],
        help="a setting, such as threshold=0.8; may be given more than once; JSON is a number, list or null",
    )


def add_anonymise(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--anonymise",
        metavar="FILE",
        help="give the workers other names, by the key in the file; the same key gives the same names",
    )


def add_drawing(command: argparse.ArgumentParser) -> None:
    command.add_argument("--out", metavar="FILE", type=Path, help="HTML file to draw it in")
    command.add_argument("--pictures", choices=("png", "svg"), help="also write each chart as a file beside it")


def add_output(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--schema", default="oakdb", help="schema of the results, one per labelling task (default oakdb)"
    )
    command.add_argument("--json", action="store_true", help="JSON for programs instead of a table for people")


def count(text: str) -> int:
    if not text.isdecimal() or len(text) > LONGEST_COUNT or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0 of at most {LONGEST_COUNT} digits")
    return int(text)


def shares(text: str) -> list[float]:
    return [float(part) for part in names(text)]


def names(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def settings_of(assignments: Sequence[str]) -> dict[str, Any]:
    """name=value pairs; a value that reads as JSON is a number, list or null, anything else is text."""
    settings: dict[str, Any] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise OakError(f"--set {assignment}", "there is no '='", "write it as name=value", exit_code=CALL_WRONG)
        try:
            settings[name] = json.loads(value)
        except ValueError:
            settings[name] = value
    return settings


def open_existing(db: str) -> Any:
    from oakdb.files import connect

    return connect(existing_file(db), read_only=True)


def existing_file(db: str) -> str:
    if not Path(db).is_file():
        raise OakError(db, "there is no such database", "make one with: oakdb run ANNOTATIONS --kind KIND --db FILE")
    return db


def draw(write: Callable[[Any, Path, str | None], None], found: Any, options: argparse.Namespace) -> None:
    if options.out is not None:
        write(found, options.out, options.pictures)
        print(f"oakdb: {options.out}", file=sys.stderr)
