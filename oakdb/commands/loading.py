"""Commands that take in what other tools have exported."""

import argparse
import json
import shlex
import sys
from dataclasses import asdict
from typing import Any

from oakdb import loaders
from oakdb.commands.options import add_anonymise, command


def add_to(known: Any) -> None:
    taking = command(known, "load", load, "turn exports of a labelling tool into annotations")
    taking.add_argument("format", metavar="FORMAT", help=f"what wrote the files: {', '.join(loaders.modules())}")
    taking.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="of the export, also gzipped or zipped; NAME=FILE where all its labels are NAME's",
    )
    taking.add_argument("--out", metavar="FILE", required=True, help="parquet file for the annotations")
    taking.add_argument("--audits", metavar="FILE", help="parquet file for the true labels that the export knows")
    taking.add_argument("--kind", help="what a label is (default: by what the answers are)")
    taking.add_argument("--field", metavar="NAME", help="the question whose answers to load, where there are several")
    taking.add_argument("--item", metavar="NAME", help="column or field that names the item (default: the tool's own)")
    taking.add_argument(
        "--worker", metavar="NAME", action="append", help="column of the worker; of wide tables once for each worker"
    )
    taking.add_argument("--label", metavar="NAME", help="column of the label, of long tables")
    taking.add_argument("--time", metavar="NAME", help="column of the time, of long tables")
    taking.add_argument("--skip-empty", action="store_true", help="leave out images and texts without any mark")
    taking.add_argument("--skipped", metavar="FILE", help="file for what was left out, with the reason, a JSON a line")
    add_anonymise(taking)
    taking.add_argument("--json", action="store_true", help="JSON for programs instead of a table for people")


def load(options: argparse.Namespace) -> None:
    from oakdb import loading
    from oakdb.display import facts

    chosen = ("audits", "kind", "field", "item", "worker", "label", "time", "skip_empty", "skipped", "anonymise")
    wishes = {name: getattr(options, name) for name in chosen}
    loaded = loading.load(options.format, options.files, options.out, **wishes)
    following = ["oakdb", "run", options.out, "--kind", loaded.kind]
    following += ["--audits", options.audits] if loaded.n_audits else []
    following += ["--set", "time_column=time"] if loaded.has_times else []
    following += ["--db", "task.duckdb"]
    counts = ("kind", "n_items", "n_labels", "n_workers", "n_audits", "n_skipped", "n_repeated")
    found = {name: getattr(loaded, name) for name in counts}
    if options.json:
        print(json.dumps(found | {"skipped": [asdict(skip) for skip in loaded.skipped], "next": shlex.join(following)}))
        return
    print(facts(found))
    for skip in loaded.skipped:
        print(f"oakdb: skipped {skip.n}: {skip.reason} (first: {skip.first})", file=sys.stderr)
    if loaded.n_repeated:
        print(
            f"oakdb: repeated {loaded.n_repeated}: another label of the worker on the item came first", file=sys.stderr
        )
    print(f"oakdb: next: {shlex.join(following)}", file=sys.stderr)
