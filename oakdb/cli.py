"""The command line. stdout is data, stderr is messages; exit 0 done, 1 the input was refused, 2 the call was wrong."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from oakdb import __version__
from oakdb.database import connect, learn, run
from oakdb.display import as_json, as_table, facts
from oakdb.errors import CALL_WRONG, OakError
from oakdb.progress import StderrProgress
from oakdb.project import data_folder, settings_with_defaults
from oakdb.render import in_dialect
from oakdb.report import write_task_report
from oakdb.results import Results


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
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    running = _command(commands, "run", run_command, "learn from annotations, estimate every item, decide")
    running.add_argument("annotations", metavar="ANNOTATIONS", help="csv, parquet or json file, or a table of --db")
    running.add_argument("--audits", metavar="FILE", help="audited items: item and label, taken as the truth")
    running.add_argument(
        "--kind", required=True, help="what a label is: category, number, keypoint, set, path, boxes, spans, …"
    )
    running.add_argument("--db", metavar="FILE", help="DuckDB file that keeps the results (default: in memory)")
    _add_settings(running)
    _add_output(running)

    estimate = _command(commands, "estimate", estimate_command, "show the answer and estimated accuracy of the items")
    decide = _command(commands, "decide", decide_command, "show for each item: stop, or ask for another label")
    for reading in (estimate, decide):
        reading.add_argument("--db", metavar="FILE", required=True, help="DuckDB file of an earlier run")
        reading.add_argument("--item", metavar="ID", help="this item only")
        reading.add_argument(
            "--limit", type=_count, default=20, help="rows of the table (default 20; --json shows all)"
        )
        _add_output(reading)

    report = _command(commands, "report", report_command, "draw how the task stands, as one HTML file")
    report.add_argument("--db", metavar="FILE", required=True, help="DuckDB file of an earlier run")
    report.add_argument("--out", metavar="FILE", required=True, help="HTML file to write")
    report.add_argument("--pictures", choices=("png", "svg"), help="also write each chart as a file beside it")
    report.add_argument("--schema", default="oakdb", help="schema of the task (default oakdb)")

    sql = _command(commands, "sql", sql_command, "print the compiled SQL of one relation, or of all")
    sql.add_argument("relation", metavar="RELATION", nargs="?", help="such as item_decisions (default: all, in order)")
    sql.add_argument(
        "--dialect", default="duckdb", help="any dialect sqlglot writes; others than duckdb are transpiled, not tested"
    )
    sql.add_argument("--kind", default="category", help="what a label is (default category)")
    sql.add_argument("--schema", default="oakdb", help="schema of the task (default oakdb)")
    _add_settings(sql)

    demo = _command(commands, "demo", demo_command, "run the whole on generated data")
    _add_output(demo)
    return top


def _command(
    commands: Any, name: str, command: Callable[[argparse.Namespace], None], summary: str
) -> argparse.ArgumentParser:
    added: argparse.ArgumentParser = commands.add_parser(
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


def run_command(options: argparse.Namespace) -> None:
    progress = StderrProgress()
    try:
        settings = _settings(options.settings)
        if settings.setdefault("kind", options.kind) != options.kind:
            raise OakError("setting 'kind'", "is not what --kind says", "give it once, as --kind", exit_code=CALL_WRONG)
        results = learn(
            options.annotations, options.audits, settings, db=options.db, schema=options.schema, progress=progress
        )
        summary, reasons, warnings = results.summary, results.rejected_reasons, results.warnings
        results.con.close()
    finally:
        progress.done()
    for warning in warnings:
        print(f"oakdb: {warning}", file=sys.stderr)
    _print_summary(summary, reasons, as_json_text=options.json)


def estimate_command(options: argparse.Namespace) -> None:
    _print_items(options, "item_estimates")


def decide_command(options: argparse.Namespace) -> None:
    _print_items(options, "item_decisions")


def report_command(options: argparse.Namespace) -> None:
    con = _existing(options.db)
    try:
        write_task_report(Results(con, options.schema), Path(options.out), options.pictures)
    finally:
        con.close()
    print(options.out)


def sql_command(options: argparse.Namespace) -> None:
    settings = settings_with_defaults({"kind": options.kind, **_settings(options.settings)})
    models = in_dialect(settings, options.schema, options.dialect)
    chosen = [sql for model, sql in models if options.relation in (None, model.name)]
    if not chosen:
        known = ", ".join(sorted(model.name for model, _ in models))
        raise OakError(
            f"relation {options.relation}", "there is none of this name", f"known are {known}", exit_code=CALL_WRONG
        )
    print("\n\n".join(chosen))


def demo_command(options: argparse.Namespace) -> None:
    data = data_folder("fixtures/demo")
    results = run(
        data / "topics_annotations.csv", data / "topics_audits.csv", "set", schema=options.schema, time_column="seq"
    )
    _print_summary(results.summary, results.rejected_reasons, as_json_text=options.json)
    if not options.json:
        print(f"\nThe items to ask about first, of {results.summary['n_ask']}:")
        waiting = results.relation("item_decisions").filter("decision = 'ask'")
        print(as_table(waiting.order("estimated_accuracy, item_id").limit(5).df()))
    results.con.close()


def _print_summary(summary: dict[str, Any], reasons: pd.DataFrame, *, as_json_text: bool) -> None:
    if as_json_text:
        print(json.dumps({**summary, "rejected": reasons.to_dict(orient="records")}))
        return
    print(facts(summary))
    if not reasons.empty:
        print("\nRows left out, kept in rejected_rows:")
        print(as_table(reasons))


def _existing(db: str) -> duckdb.DuckDBPyConnection:
    if not Path(db).is_file():
        raise OakError(db, "there is no such database", "make one with: oakdb run ANNOTATIONS --kind KIND --db FILE")
    return connect(db, read_only=True)


def _print_items(options: argparse.Namespace, name: str) -> None:
    con = _existing(options.db)
    try:
        results = Results(con, options.schema)
        rows = results.relation(name) if options.item is None else results.of_item(name, options.item)
        ordered = rows.order("item_id")
        frame = ordered.df() if options.json else ordered.limit(options.limit + 1).df()
    finally:
        con.close()
    if frame.empty and options.item is not None:
        raise OakError(f"item {options.item}", "has no label", "see the items with: oakdb estimate --db FILE")
    if options.json:
        print(as_json(frame))
        return
    print(as_table(frame.head(options.limit)))
    if len(frame) > options.limit:
        print(f"oakdb: the first {options.limit} items; --limit shows more, --json all", file=sys.stderr)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0")
    return int(text)


def _settings(assignments: Sequence[str]) -> dict[str, Any]:
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


if __name__ == "__main__":
    sys.exit(main())
