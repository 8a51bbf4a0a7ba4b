"""What each command does with its options: call, then print."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from oakdb import database, evaluation
from oakdb.database import connect, learn
from oakdb.display import as_json, as_table, facts
from oakdb.errors import CALL_WRONG, OakError
from oakdb.evaluation import Design, write_evaluation
from oakdb.progress import StderrProgress
from oakdb.project import data_folder, settings_with_defaults
from oakdb.render import in_dialect
from oakdb.report import write_task_report
from oakdb.results import Results


def run(options: argparse.Namespace) -> None:
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


def evaluate(options: argparse.Namespace) -> None:
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OakError(str(options.out), f"cannot be made ({error.strerror})", "name another folder") from None
    progress = StderrProgress()
    try:
        evaluated = evaluation.evaluate(
            options.annotations,
            options.truth,
            options.kind,
            progress=progress,
            **{field.name: getattr(options, field.name) for field in fields(Design)},
            **_settings(options.settings),
        )
    finally:
        progress.done()
    if options.truth is None:
        print("oakdb: no truth was given: the answer of all labels stands in for it", file=sys.stderr)
    for path in write_evaluation(evaluated, options.out, options.pictures):
        print(f"oakdb: {path}", file=sys.stderr)
    if options.json:
        print(json.dumps(evaluated.as_records()["results"]))
    else:
        print(as_table(evaluated.at_largest_share()))


def estimate(options: argparse.Namespace) -> None:
    _print_items(options, "item_estimates")


def decide(options: argparse.Namespace) -> None:
    _print_items(options, "item_decisions")


def report(options: argparse.Namespace) -> None:
    con = _existing(options.db)
    try:
        write_task_report(Results(con, options.schema), Path(options.out), options.pictures)
    finally:
        con.close()
    print(options.out)


def sql(options: argparse.Namespace) -> None:
    settings = settings_with_defaults({"kind": options.kind, **_settings(options.settings)})
    models = in_dialect(settings, options.schema, options.dialect)
    chosen = [sql for model, sql in models if options.relation in (None, model.name)]
    if not chosen:
        known = ", ".join(sorted(model.name for model, _ in models))
        raise OakError(
            f"relation {options.relation}", "there is none of this name", f"known are {known}", exit_code=CALL_WRONG
        )
    print("\n\n".join(chosen))


def demo(options: argparse.Namespace) -> None:
    data = data_folder("fixtures/demo")
    results = database.run(
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
