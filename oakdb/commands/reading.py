"""Commands that read a task back."""

import argparse
import sys
from pathlib import Path
from typing import Any

from oakdb.commands.options import add_output, command, count, open_existing
from oakdb.errors import OakError


def add_to(known: Any) -> None:
    estimating = command(known, "estimate", estimate, "show the answer and estimated accuracy of the items")
    deciding = command(known, "decide", decide, "show for each item: stop, or ask for another label")
    for reading in (estimating, deciding):
        reading.add_argument("--db", metavar="FILE", required=True, help="DuckDB file of an earlier run")
        reading.add_argument("--item", metavar="ID", help="this item only")
        reading.add_argument("--limit", type=count, default=20, help="rows of the table (default 20; --json shows all)")
        add_output(reading)

    deciding.add_argument(
        "--budget",
        metavar="N",
        type=count,
        help="only the N items to ask about first, where one more label is expected to add most",
    )

    reporting = command(known, "report", report, "draw how the task stands, as one HTML file")
    reporting.add_argument("--db", metavar="FILE", required=True, help="DuckDB file of an earlier run")
    reporting.add_argument(
        "--out", metavar="FILE", required=True, help="HTML file to write; one that is there is replaced"
    )
    reporting.add_argument("--pictures", choices=("png", "svg"), help="also write each chart as a file beside it")
    reporting.add_argument("--schema", default="oakdb", help="schema of the task (default oakdb)")


def estimate(options: argparse.Namespace) -> None:
    _print_items(options, "item_estimates")


def decide(options: argparse.Namespace) -> None:
    if options.budget is None:
        _print_items(options, "item_decisions")
        return
    from oakdb.display import as_json, as_table
    from oakdb.results import Results
    from oakdb.rows import Rows

    con = open_existing(options.db)
    try:
        rows = Rows.fetched(Results(con, options.schema).to_ask(options.budget))
    finally:
        con.close()
    print(as_json(rows) if options.json else as_table(rows))


def report(options: argparse.Namespace) -> None:
    from oakdb.report import write_task_report
    from oakdb.results import Results

    con = open_existing(options.db)
    try:
        write_task_report(Results(con, options.schema), Path(options.out), options.pictures)
    finally:
        con.close()
    print(options.out)


def _print_items(options: argparse.Namespace, name: str) -> None:
    from oakdb.display import as_json, as_table
    from oakdb.results import Results
    from oakdb.rows import Rows

    con = open_existing(options.db)
    try:
        results = Results(con, options.schema)
        items = results.relation(name) if options.item is None else results.of_item(name, options.item)
        ordered = items.order("item_id")
        rows = Rows.fetched(ordered if options.json else ordered.limit(options.limit + 1))
    finally:
        con.close()
    if not len(rows) and options.item is not None:
        raise OakError(f"item {options.item}", "has no label", "see the items with: oakdb estimate --db FILE")
    if options.json:
        print(as_json(rows))
        return
    print(as_table(rows.first(options.limit)))
    if len(rows) > options.limit:
        print(f"oakdb: the first {options.limit} items; --limit shows more, --json all", file=sys.stderr)
