"""Commands that hand out the SQL."""

import argparse
import sys
from pathlib import Path
from typing import Any

from oakdb.commands.options import add_settings, command, settings_of
from oakdb.errors import CALL_WRONG, OakError

STORAGE_VERSIONS = ("v1.2.0", "v1.4.0", "v1.5.0", "latest")
FOR_ALL = "v1.4.0"  # of the shells that read the macros


def add_to(known: Any) -> None:
    compiling = command(known, "sql", sql, "print the compiled SQL of one relation, or of all")
    compiling.add_argument(
        "relation",
        metavar="RELATION",
        nargs="?",
        help="such as item_decisions (default: all, in the order in which they are built)",
    )
    compiling.add_argument(
        "--dialect",
        default="duckdb",
        help="duckdb (default), postgres or spark; snowflake, bigquery, databricks or redshift, written but not run; "
        "any other dialect that sqlglot writes, transpiled",
    )
    compiling.add_argument("--kind", default="category", help="what a label is (default category)")
    compiling.add_argument("--schema", default="oakdb", help="schema of the task (default oakdb)")
    compiling.add_argument(
        "--install", action="store_true", help="print oakdb.sql instead: macros for ad hoc queries in DuckDB"
    )
    add_settings(compiling)

    installing = command(known, "install", install, "put the macros for ad hoc queries into a DuckDB file")
    installing.add_argument("--db", metavar="FILE", required=True, help="DuckDB file, made if there is none")
    installing.add_argument(
        "--storage-version",
        choices=STORAGE_VERSIONS,
        help=f"make a new file so that this DuckDB can open it (default {FOR_ALL}, the oldest that has a use for it)",
    )


def install(options: argparse.Namespace) -> None:
    from oakdb.adhoc import install_sql
    from oakdb.building import execute_script
    from oakdb.files import successor

    version = options.storage_version or (None if Path(options.db).exists() else FOR_ALL)
    with successor(options.db, version) as next_one:
        execute_script(next_one.con, install_sql())
    print(f"oakdb: {options.db} has the macros now; for example: from oak_workers('my_annotations')", file=sys.stderr)


def sql(options: argparse.Namespace) -> None:
    from oakdb.adhoc import install_sql
    from oakdb.dialects import in_dialect
    from oakdb.project import settings_with_defaults

    if options.install:
        print(install_sql(), end="")
        return
    settings = settings_with_defaults({"kind": options.kind, **settings_of(options.settings)})
    models = in_dialect(settings, options.schema, options.dialect)
    chosen = [sql for model, sql in models if options.relation in (None, model.name)]
    if not chosen:
        known = ", ".join(sorted(model.name for model, _ in models))
        raise OakError(
            f"relation {options.relation}", "there is none of this name", f"known are {known}", exit_code=CALL_WRONG
        )
    print("\n\n".join(chosen))
