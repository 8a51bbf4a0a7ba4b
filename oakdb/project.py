"""The SQL project: its files, and the settings that `dbt_project.yml` declares."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import sqlglot
import yaml
from sqlglot import exp

from oakdb.errors import CALL_WRONG, OakError

Settings = Mapping[str, Any]


@dataclass(frozen=True)
class Project:
    """What rendering needs of the files on disk."""

    defaults: Settings
    macros: str
    models: Mapping[str, str]
    folders: Mapping[str, str]
    materialized: Mapping[str, str]


def data_folder(name: str) -> Path:
    """A folder of the project: beside the package in a checkout, inside it in a wheel."""
    here = Path(__file__).resolve().parent
    return (here if (here / "sql").is_dir() else here.parent) / name


@cache
def project() -> Project:
    """Read the project, once."""
    root = data_folder(".")
    declared = yaml.safe_load((root / "dbt_project.yml").read_text(encoding="utf-8"))
    models = {path.stem: path for path in sorted((root / "sql/models").rglob("*.sql"))}
    configured = declared["models"]["oakdb"]
    return Project(
        defaults=declared["vars"],
        macros="\n".join(path.read_text(encoding="utf-8") for path in sorted((root / "sql/macros").rglob("*.sql"))),
        models={name: path.read_text(encoding="utf-8") for name, path in models.items()},
        folders={name: path.parent.name for name, path in models.items()},
        materialized={
            name: configured.get(path.parent.name, {}).get("+materialized", configured["+materialized"])
            for name, path in models.items()
        },
    )


def settings_with_defaults(given: Settings) -> dict[str, Any]:
    """The declared settings, overridden by those given; an unknown name is refused."""
    known = project().defaults
    for name in given:
        if name not in known:
            raise OakError(
                f"setting '{name}'", "there is no such setting", f"known are {', '.join(known)}", exit_code=CALL_WRONG
            )
        if isinstance(given[name], dict):
            raise OakError(f"setting '{name}'", "a mapping is for dbt", "give a name", exit_code=CALL_WRONG)
    settings = {**known, **given}
    settings["partition"] = plain_partition(settings["partition"])
    return settings


def plain_partition(partition: Any) -> str | None:
    """The `partition` as one expression over `label`; anything else is refused, for it goes into the SQL."""
    if partition is None:
        return None
    try:
        trees = sqlglot.parse(str(partition), read="duckdb")
    except sqlglot.errors.SqlglotError:
        trees = []
    tree = trees[0] if len(trees) == 1 else None
    if (
        not isinstance(tree, exp.Condition)
        or tree.find(exp.Query)
        or not all(
            "label" in (column.name, column.table) or column.sql() == "none" for column in tree.find_all(exp.Column)
        )
    ):
        raise OakError(
            "setting 'partition'",
            f"'{partition}' is not one SQL expression over `label`",
            "give one, such as lower(label), or `none`",
            exit_code=CALL_WRONG,
        )
    return tree.sql(dialect="duckdb", comments=False)
