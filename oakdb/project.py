"""The SQL project: its files, and the settings that `dbt_project.yml` declares."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from oakdb.errors import CALL_WRONG, OakError
from oakdb.functions import registered

Settings = Mapping[str, Any]

# what is computed beside a run, a folder each
ASIDES = ("adding", "adhoc", "evaluation", "halves", "intervals", "planning", "relearning", "simulation")

NAMED_RULE = re.compile(r"none|first|(count|length|quantiles|kmeans|cluster)\(\d{1,9}\)", re.IGNORECASE)


@dataclass(frozen=True)
class Template:
    """One model as it is written, the folder it lies in, and what it becomes unless it says otherwise."""

    text: str
    folder: str
    materialized: str


@dataclass(frozen=True)
class Project:
    """What rendering needs of the files on disk."""

    defaults: Settings
    macros: str
    models: Mapping[str, Template]
    asides: Mapping[str, Mapping[str, Template]]


def data_folder(name: str) -> Path:
    """A folder of the project: beside the package in a checkout, inside it in a wheel."""
    here = Path(__file__).resolve().parent
    return (here if (here / "sql").is_dir() else here.parent) / name


@cache
def project() -> Project:
    """Read the project, once."""
    root = data_folder(".")
    declared = yaml.safe_load((root / "dbt_project.yml").read_text(encoding="utf-8"))
    configured = declared["models"]["oakdb"]

    def templates(folder: str) -> dict[str, Template]:
        return {
            path.stem: Template(
                path.read_text(encoding="utf-8"),
                path.parent.name,
                configured.get(path.parent.name, {}).get("+materialized", configured["+materialized"]),
            )
            for path in sorted((root / folder).rglob("*.sql"))
        }

    return Project(
        defaults=declared["vars"],
        macros="\n".join(path.read_text(encoding="utf-8") for path in sorted((root / "sql/macros").rglob("*.sql"))),
        models=templates("sql/models"),
        asides={folder: templates(f"sql/{folder}") for folder in ASIDES},
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
    settings["similarity"] = plain_similarity(settings["similarity"])
    for name, value in settings.items():
        if isinstance(value, str):
            check_plain(f"setting '{name}'", value)
    return settings


def check_plain(where: str, text: str) -> None:
    """A text that becomes part of the SQL has no line breaks and the like, which the templates might indent."""
    if any(unicodedata.category(character) == "Cc" for character in text):
        raise OakError(where, f"there is a control character in '{text}'", "write it without", exit_code=CALL_WRONG)


def plain_partition(partition: Any) -> str | None:
    """The `partition` as a rule by name, a column of the input, or one expression over `label`.

    Anything else is refused, for it goes into the SQL.
    """
    if partition is None or NAMED_RULE.fullmatch(str(partition).strip()):
        return None if partition is None else str(partition).strip().lower()
    if re.match("column .", str(partition)):
        return str(partition)
    return _plain_expression("partition", partition, ("label",), "lower(label), `none` or `column NAME`")


def plain_similarity(similarity: Any) -> str | None:
    """The `similarity` by name, as a call of a registered function, or as one expression over `a` and `b`."""
    if similarity is None:
        return None
    if isinstance(similarity, str) and similarity in registered():
        return f"{similarity}(a, b)"
    if str(similarity).replace("_", "x").isalnum():
        return str(similarity)
    return _plain_expression("similarity", similarity, ("a", "b"), "1 - abs(a - b) / 100, or the name of one")


def _plain_expression(name: str, given: Any, columns: Sequence[str], example: str) -> str:
    from oakdb.expressions import plain_expression  # noqa: PLC0415 - sqlglot takes longer to start than most commands

    return plain_expression(name, given, columns, example)
