"""Commands that learn, and that take labels in."""

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from oakdb.commands.options import add_anonymise, add_output, add_settings, command, existing_file, settings_of
from oakdb.errors import CALL_WRONG, OakError
from oakdb.progress import StderrProgress


def add_to(known: Any) -> None:
    running = command(known, "run", run, "learn from annotations, estimate every item, decide")
    running.add_argument(
        "annotations",
        metavar="ANNOTATIONS",
        help="csv, parquet or json file, which is copied into raw_annotations; or a table of --db, read where it lies",
    )
    running.add_argument(
        "--audits", metavar="FILE", help="audited items, as a file or table: item and label, taken as the truth"
    )
    running.add_argument(
        "--kind",
        required=True,
        help="what a label is: category, number, keypoint, set, path, boxes, spans, text, ranking, mask, vector, "
        "custom",
    )
    running.add_argument(
        "--db", metavar="FILE", help="DuckDB file that keeps the results, made if need be (default: nothing is kept)"
    )
    add_settings(running)
    add_anonymise(running)
    add_output(running)

    adding = command(known, "add", add, "take new labels in, and show the decisions that they change")
    adding.add_argument(
        "annotations",
        metavar="ANNOTATIONS",
        help="csv, parquet or json file, or a table of --db, with the columns of the first run",
    )
    adding.add_argument("--db", metavar="FILE", required=True, help="DuckDB file of an earlier run")
    adding.add_argument(
        "--learn", action="store_true", help="learn again, from all labels added since; what has not changed is kept"
    )
    add_anonymise(adding)
    add_output(adding)

    showing = command(known, "demo", demo, "run the whole on generated data")
    showing.add_argument(
        "--files", metavar="DIR", type=Path, help="write the data of the demo and of the tutorials there instead"
    )
    add_output(showing)


def run(options: argparse.Namespace) -> None:
    from oakdb.database import learn
    from oakdb.rows import Rows

    progress = StderrProgress()
    try:
        settings = settings_of(options.settings)
        if settings.setdefault("kind", options.kind) != options.kind:
            raise OakError("setting 'kind'", "is not what --kind says", "give it once, as --kind", exit_code=CALL_WRONG)
        results = learn(
            options.annotations,
            options.audits,
            settings,
            db=options.db,
            schema=options.schema,
            anonymise=options.anonymise,
            progress=progress,
            confined=True,
        )
        summary, reasons, warnings = results.summary, Rows.fetched(results.left_out()), results.warnings
        results.con.close()
    finally:
        progress.done()
    for warning in warnings:
        print(f"oakdb: {warning}", file=sys.stderr)
    _print_summary(summary, reasons, as_json_text=options.json)


def add(options: argparse.Namespace) -> None:
    from oakdb.adding import take
    from oakdb.display import as_table, facts, plain_records
    from oakdb.rows import Rows

    added = take(
        options.annotations,
        existing_file(options.db),
        Rows.fetched,
        schema=options.schema,
        learn=options.learn,
        anonymise=options.anonymise,
    )
    if added.ignored_columns:
        ignored = ", ".join(added.ignored_columns)
        print(f"oakdb: the task has no column {ignored}: left out", file=sys.stderr)
    if options.json:
        changes = plain_records(added.changes)
        print(json.dumps({"n_rows": added.n_rows, "n_rejected": added.n_rejected, "changes": changes}))
        return
    print(facts({"n_rows": added.n_rows, "n_rejected": added.n_rejected, "n_changed": len(added.changes)}))
    if len(added.changes):
        print("\nThe decisions that changed:")
        print(as_table(added.changes))


def demo(options: argparse.Namespace) -> None:
    from oakdb.database import learn
    from oakdb.display import as_table
    from oakdb.project import data_folder
    from oakdb.rows import Rows

    if options.files is not None:
        _write_samples(options.files)
        return
    data = data_folder("fixtures/demo")
    settings = {"kind": "set", "time_column": "seq"}
    results = learn(data / "topics_annotations.csv", data / "topics_audits.csv", settings, schema=options.schema)
    _print_summary(results.summary, Rows.fetched(results.left_out()), as_json_text=options.json)
    if not options.json:
        print(f"\nThe items to ask about first, of {results.summary['n_ask']}:")
        print(as_table(Rows.fetched(results.to_ask(5))))
    results.con.close()


def _write_samples(folder: Path) -> None:
    """What the tutorials read; a file of that name is left alone."""
    from oakdb.project import data_folder

    samples = [*sorted(data_folder("fixtures/demo").glob("*.csv")), data_folder("fixtures/exports") / "reviews.json"]
    there = [sample.name for sample in samples if (folder / sample.name).exists()]
    if there:
        raise OakError(str(folder / there[0]), "is there already", "name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    for sample in samples:
        shutil.copyfile(sample, folder / sample.name)
        print(folder / sample.name)


def _print_summary(summary: dict[str, Any], reasons: Any, *, as_json_text: bool) -> None:
    from oakdb.display import as_table, facts

    if as_json_text:
        print(json.dumps({**summary, "rejected": reasons.records()}))
        return
    print(facts(summary))
    if len(reasons):
        print("\nRows left out, kept in rejected_rows:")
        print(as_table(reasons))
