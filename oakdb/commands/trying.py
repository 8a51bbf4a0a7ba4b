"""Commands that try the methods on data whose truth is known."""

import argparse
import json
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from oakdb.commands.options import add_anonymise, add_settings, command, count, names, settings_of, shares
from oakdb.errors import OakError
from oakdb.evaluation.design import METHODS, Design
from oakdb.progress import StderrProgress


def add_to(known: Any) -> None:
    evaluating = command(known, "evaluate", evaluate, "try the methods on data whose truth is known")
    evaluating.add_argument("annotations", metavar="ANNOTATIONS", help="csv, parquet or json file")
    evaluating.add_argument("--truth", metavar="FILE", help="item and label (default: the answer of all labels)")
    evaluating.add_argument("--kind", required=True, help="what a label is: category, number, keypoint, set, …")
    evaluating.add_argument(
        "--out", metavar="DIR", type=Path, required=True, help="folder for the results and the report, made if need be"
    )
    evaluating.add_argument("--trials", type=count, default=10, help="how often to split the items (default 10)")
    evaluating.add_argument(
        "--train-share",
        type=shares,
        default=Design.train_share,
        help="shares of the items to learn from (default 0.1,0.3,0.5,0.7)",
    )
    evaluating.add_argument(
        "--audit-share", type=float, default=0.2, help="share of those whose truth is used as an audit (default 0.2)"
    )
    evaluating.add_argument(
        "--labels-per-item", type=count, default=3, help="the first so many labels of an item (default 3)"
    )
    evaluating.add_argument(
        "--methods", type=names, help=f"some of {','.join(METHODS)} (default: all that the kind has)"
    )
    evaluating.add_argument(
        "--weights",
        type=names,
        default=Design.weights,
        help="of the methods that weigh, some of linear,cubed,log_odds,uniform (default linear)",
    )
    evaluating.add_argument(
        "--seed", type=int, default=0, help="of the first trial; the same seed gives the same splits (default 0)"
    )
    evaluating.add_argument("--pictures", choices=["png", "svg"], help="also write each chart as a file")
    add_settings(evaluating)
    add_anonymise(evaluating)
    evaluating.add_argument("--json", action="store_true", help="JSON for programs instead of a table for people")


def evaluate(options: argparse.Namespace) -> None:
    from oakdb.display import as_table
    from oakdb.evaluation import finding, trials
    from oakdb.rows import Rows

    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OakError(str(options.out), f"cannot be made ({error.strerror})", "name another folder") from None
    progress = StderrProgress()
    try:
        evaluated = trials.evaluate(
            options.annotations,
            options.truth,
            options.kind,
            anonymise=options.anonymise,
            progress=progress,
            **{field.name: getattr(options, field.name) for field in fields(Design)},
            **settings_of(options.settings),
        )
    finally:
        progress.done()
    if options.truth is None:
        print("oakdb: no truth was given: the answer of all labels stands in for it", file=sys.stderr)
    for path in finding.write_evaluation(evaluated, options.out, options.pictures):
        print(f"oakdb: {path}", file=sys.stderr)
    if options.json:
        print(json.dumps(evaluated.as_records()["results"]))
    else:
        print(as_table(Rows.of(evaluated.at_largest_share())))
