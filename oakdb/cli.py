"""The command line: what may be called, and how. stdout is data, stderr is messages.

Exit 0 done, 1 the input was refused, 2 the call was wrong.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from oakdb import __version__, commands
from oakdb.errors import OakError
from oakdb.evaluation.design import METHODS, Design


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse, do, and turn what the user got wrong into one line and an exit code."""
    options = parser().parse_args(arguments)
    try:
        options.command(options)
    except OakError as error:
        print(f"oakdb: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        sys.stderr.close()
    return 0


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = argparse.ArgumentParser(
        prog="oakdb", description="Is the answer good enough, or shall we pay for another label?", allow_abbrev=False
    )
    top.add_argument("--version", action="version", version=f"oakdb {__version__}")
    known = top.add_subparsers(required=True, metavar="COMMAND")

    running = _command(known, "run", commands.run, "learn from annotations, estimate every item, decide")
    running.add_argument("annotations", metavar="ANNOTATIONS", help="csv, parquet or json file, or a table of --db")
    running.add_argument("--audits", metavar="FILE", help="audited items: item and label, taken as the truth")
    running.add_argument(
        "--kind", required=True, help="what a label is: category, number, keypoint, set, path, boxes, spans, …"
    )
    running.add_argument("--db", metavar="FILE", help="DuckDB file that keeps the results (default: in memory)")
    _add_settings(running)
    _add_output(running)

    estimate = _command(known, "estimate", commands.estimate, "show the answer and estimated accuracy of the items")
    decide = _command(known, "decide", commands.decide, "show for each item: stop, or ask for another label")
    for reading in (estimate, decide):
        reading.add_argument("--db", metavar="FILE", required=True, help="DuckDB file of an earlier run")
        reading.add_argument("--item", metavar="ID", help="this item only")
        reading.add_argument(
            "--limit", type=_count, default=20, help="rows of the table (default 20; --json shows all)"
        )
        _add_output(reading)

    report = _command(known, "report", commands.report, "draw how the task stands, as one HTML file")
    report.add_argument("--db", metavar="FILE", required=True, help="DuckDB file of an earlier run")
    report.add_argument("--out", metavar="FILE", required=True, help="HTML file to write")
    report.add_argument("--pictures", choices=("png", "svg"), help="also write each chart as a file beside it")
    report.add_argument("--schema", default="oakdb", help="schema of the task (default oakdb)")

    evaluating = _command(known, "evaluate", commands.evaluate, "try the methods on data whose truth is known")
    evaluating.add_argument("annotations", metavar="ANNOTATIONS", help="csv, parquet or json file")
    evaluating.add_argument("--truth", metavar="FILE", help="item and label (default: the answer of all labels)")
    evaluating.add_argument("--kind", required=True, help="what a label is: category, number, keypoint, set, …")
    evaluating.add_argument("--out", metavar="DIR", type=Path, required=True, help="folder for the results and report")
    evaluating.add_argument("--trials", type=_count, default=10, help="how often to split the items (default 10)")
    evaluating.add_argument(
        "--train-share", type=_shares, default=Design.train_share, help="of the items (default 0.1,0.3,0.5,0.7)"
    )
    evaluating.add_argument("--audit-share", type=float, default=0.2, help="of the items to learn from (default 0.2)")
    evaluating.add_argument("--labels-per-item", type=_count, default=3, help="the first so many (default 3)")
    evaluating.add_argument("--methods", type=_names, help=f"default all that the kind has of {','.join(METHODS)}")
    evaluating.add_argument("--weights", type=_names, default=Design.weights, help="for the weighted (default linear)")
    evaluating.add_argument("--seed", type=int, default=0, help="of the first trial (default 0)")
    evaluating.add_argument("--pictures", choices=["png", "svg"], help="each chart as a file of its own, too")
    _add_settings(evaluating)
    evaluating.add_argument("--json", action="store_true", help="JSON for programs instead of a table for people")

    sql = _command(known, "sql", commands.sql, "print the compiled SQL of one relation, or of all")
    sql.add_argument("relation", metavar="RELATION", nargs="?", help="such as item_decisions (default: all, in order)")
    sql.add_argument(
        "--dialect", default="duckdb", help="any dialect sqlglot writes; others than duckdb are transpiled, not tested"
    )
    sql.add_argument("--kind", default="category", help="what a label is (default category)")
    sql.add_argument("--schema", default="oakdb", help="schema of the task (default oakdb)")
    _add_settings(sql)

    demo = _command(known, "demo", commands.demo, "run the whole on generated data")
    _add_output(demo)
    return top


def _command(
    known: Any, name: str, command: Callable[[argparse.Namespace], None], summary: str
) -> argparse.ArgumentParser:
    added: argparse.ArgumentParser = known.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + ".", allow_abbrev=False
    )
    added.set_defaults(command=command)
    return added


def _add_settings(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set",
        dest="settings",
        metavar="name=value",
        action="append",
        default=[],
        help="a setting of dbt_project.yml, such as threshold=0.8; may be given more than once",
    )


def _add_output(command: argparse.ArgumentParser) -> None:
    command.add_argument("--schema", default="oakdb", help="schema of the task (default oakdb)")
    command.add_argument("--json", action="store_true", help="JSON for programs instead of a table for people")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0")
    return int(text)


def _shares(text: str) -> list[float]:
    return [float(part) for part in _names(text)]


def _names(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


if __name__ == "__main__":
    sys.exit(main())
