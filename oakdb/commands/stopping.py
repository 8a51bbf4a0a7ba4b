"""Commands about when to stop."""

import argparse
import json
import sys
from typing import Any

from oakdb.commands.options import (
    add_anonymise,
    add_drawing,
    add_output,
    add_settings,
    command,
    count,
    draw,
    existing_file,
    settings_of,
)
from oakdb.progress import StderrProgress


def add_to(known: Any) -> None:
    planning = command(known, "plan", plan, "choose the thresholds for stopping, and use them from now on")
    planning.add_argument("--db", metavar="FILE", required=True, help="DuckDB file of an earlier run")
    goal = planning.add_mutually_exclusive_group(required=True)
    goal.add_argument(
        "--accuracy", metavar="A", type=float, help="the goal: answers so accurate, with the fewest labels"
    )
    goal.add_argument("--cost", metavar="C", type=float, help="or: the best answers for so many labels per item")
    goal.add_argument(
        "--price", metavar="P", type=float, help="or: the best trade, where a label is worth so much accuracy"
    )
    add_drawing(planning)
    add_output(planning)

    replaying = command(known, "simulate", simulate, "replay the labels as an online system would buy them")
    replaying.add_argument("annotations", metavar="ANNOTATIONS", help="csv, parquet or json file")
    replaying.add_argument(
        "--truth",
        metavar="FILE",
        required=True,
        help="item and label, to compare the answers with and to take audits from; items without are left out",
    )
    replaying.add_argument("--kind", required=True, help="what a label is: category, number, keypoint, set, …")
    replaying.add_argument("--every", metavar="N", type=count, default=100, help="items between learning (default 100)")
    replaying.add_argument(
        "--audit-share",
        type=float,
        default=0.2,
        help="share of the items done whose truth becomes an audit (default 0.2)",
    )
    add_drawing(replaying)
    add_settings(replaying)
    add_anonymise(replaying)
    replaying.add_argument("--json", action="store_true", help="JSON for programs instead of a table for people")


def plan(options: argparse.Namespace) -> None:
    from oakdb import planning
    from oakdb.display import as_table, facts, plain_records, some_rows
    from oakdb.report import write_plan_report
    from oakdb.rows import Rows

    goals = {name: getattr(options, name) for name in planning.GOALS}
    planned = planning.plan(existing_file(options.db), schema=options.schema, **goals)
    if planned.summary["evidence"] == "estimates":
        print("oakdb: fewer than ten items are audited: planned on the model's own estimates", file=sys.stderr)
    draw(write_plan_report, planned, options)
    if options.json:
        print(json.dumps({**planned.summary, "frontier": plain_records(Rows.of(planned.frontier))}))
        return
    print(f"oakdb: a new run keeps them with --set threshold={json.dumps(planned.thresholds)}", file=sys.stderr)
    print(facts(planned.rounded_summary()))
    print("\nThe policies that no other beats:")
    print(as_table(Rows.of(some_rows(planned.frontier.drop(columns="policy")))))


def simulate(options: argparse.Namespace) -> None:
    from oakdb import simulation
    from oakdb.display import as_json, as_table, some_rows
    from oakdb.report import write_simulation_report
    from oakdb.rows import Rows

    progress = StderrProgress()
    try:
        replayed = simulation.simulate(
            options.annotations,
            options.truth,
            options.kind,
            every=options.every,
            audit_share=options.audit_share,
            anonymise=options.anonymise,
            progress=progress,
            **settings_of(options.settings),
        )
    finally:
        progress.done()
    draw(write_simulation_report, replayed, options)
    if options.json:
        print(as_json(Rows.of(replayed.timeline)))
        return
    print("Over time, all items so far:")
    print(as_table(Rows.of(some_rows(replayed.over_time()))))
    print("\nIn the end:")
    print(as_table(Rows.of(replayed.in_the_end())))
