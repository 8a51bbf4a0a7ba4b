"""The command line: what may be called, and how. stdout is data, stderr is messages.

Exit 0 done, 1 the input was refused, 2 the call was wrong.
"""

import argparse
import sys
from collections.abc import Sequence

import duckdb

from oakdb import __version__
from oakdb.commands import compiling, learning, loading, reading, stopping, trying
from oakdb.errors import CALL_WRONG, INPUT_REFUSED, OakError, stopped


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse, do, and turn what the user got wrong into one line and an exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    options = parser().parse_args(given)
    try:
        _check_text(given)
        options.command(options)
    except OakError as error:
        print(f"oakdb: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        sys.stderr.close()
    except (duckdb.Error, MemoryError, OSError) as error:
        print(f"oakdb: {stopped(error)}", file=sys.stderr)
        return INPUT_REFUSED
    return 0


def _check_text(arguments: Sequence[str]) -> None:
    """What is not UTF-8 reaches Python as half of a character, which no database takes."""
    for argument in arguments:
        if any("\ud800" <= character <= "\udfff" for character in argument) or "\x00" in argument:
            raise OakError("argument", f"'{argument}' is not text", "write it in UTF-8", exit_code=CALL_WRONG)


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = argparse.ArgumentParser(
        prog="oakdb", description="Is the answer good enough, or shall we pay for another label?", allow_abbrev=False
    )
    top.add_argument("--version", action="version", version=f"oakdb {__version__}")
    known = top.add_subparsers(required=True, metavar="COMMAND")

    for group in (loading, learning, reading, stopping, trying, compiling):
        group.add_to(known)
    return top


if __name__ == "__main__":
    sys.exit(main())
