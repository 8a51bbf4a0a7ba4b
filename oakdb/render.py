"""Rendering: the files of the SQL project and some settings in, plain SQL out. Touches no database."""

import json
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache, wraps
from graphlib import TopologicalSorter
from importlib.util import cache_from_source
from pathlib import Path
from types import CodeType, MappingProxyType
from typing import Any, NoReturn

import jinja2

from oakdb.errors import CALL_WRONG, OakError
from oakdb.project import Settings, Template, project


@dataclass(frozen=True)
class Model:
    """One rendered model: what is created under its name, and what it reads."""

    name: str
    folder: str
    materialized: str
    sql: str
    refs: frozenset[str]


Rendering = Callable[[Settings, str | None], list[Model]]

ENGINES = {  # those with macros of their own, each before the one that it takes after
    "duckdb": ["duckdb"],
    "postgres": ["postgres"],
    "redshift": ["redshift", "postgres"],
    "spark": ["spark"],
    "databricks": ["databricks", "spark"],
    "snowflake": ["snowflake"],
    "bigquery": ["bigquery"],
}
QUOTED_BY_BACKTICKS = ("spark", "databricks", "bigquery")
TEMPORARY = ("temp", "main")  # where DuckDB has relations that end with the connection
KEPT_OF_ADDITIONS = ("added_labels", "rejected_rows")
KEPT_ESTIMATES = ("live_answers", "item_decisions")
SUMMED = ("item_fingerprints", "label_pairs", "audited_labels", "worker_sums")  # item by item


class Adapter:
    """The two things of dbt's adapter that the project uses."""

    def __init__(self, dialect: str, macros: Mapping[str, Callable[..., str]]) -> None:
        self.dialect = dialect
        self.macros = macros

    def dispatch(self, name: str, package: str) -> Callable[..., str]:
        prefixes = [*ENGINES[self.dialect], "default"]
        return next(macro for prefix in prefixes if (macro := self.macros.get(f"{prefix}__{name}")))

    def quote(self, name: str) -> str:
        mark = "`" if self.dialect in QUOTED_BY_BACKTICKS else '"'
        return f"{mark}{name}{mark}"


class Exceptions:
    """dbt's way to stop a compilation."""

    def raise_compiler_error(self, message: str) -> NoReturn:
        where, _, what = message.partition(": ")
        raise OakError(where, what, exit_code=CALL_WRONG)


def quoted(*parts: str) -> str:
    """An identifier of one or more parts, whatever they hold."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in parts)


def _environment() -> jinja2.Environment:
    return jinja2.Environment(extensions=["jinja2.ext.do"], undefined=jinja2.StrictUndefined)


@cache
def _compiled(name: str, template: str) -> CodeType:
    """A template as code, which is the same for all settings: compiling takes longer than rendering.

    Kept beside the bytecode of Python's own modules, so that only the first process after a change compiles it.
    """
    environment = _environment()
    kept = jinja2.FileSystemBytecodeCache(str(Path(cache_from_source(__file__)).parent))
    bucket = kept.get_bucket(environment, name, None, template)
    if bucket.code is None:
        bucket.code = environment.compile(template)
        if not sys.dont_write_bytecode:
            with suppress(OSError):  # an installation that cannot be written to
                kept.set_bucket(bucket)
    return bucket.code


def check(settings: Settings) -> None:
    """Stop at a setting that is wrong; nothing is rendered."""
    _rendered({}, settings, None, "duckdb")


def render(settings: Settings, schema: str | None = "oakdb", dialect: str = "duckdb") -> list[Model]:
    """All models for these settings, each after those it reads; without a schema they read the current one."""
    models = _rendered(project().models, settings, schema, dialect)
    # The runner does all in full.
    return [replace(model, materialized="table") if model.materialized == "incremental" else model for model in models]


def render_trial(settings: Settings, base: str, schema: str, *, is_first: bool) -> list[Model]:
    """The models of one trial of an evaluation: those of `sql/evaluation`, and what they need of the rest.

    Learning reads the trial's own labels, which the evaluation defines in place of staging; `base` is the schema where
    everything that does not change between trials has been computed.
    """
    templates = {**project().models, **project().asides["evaluation"]}
    models = _rendered(templates, settings, schema, "duckdb", base, not is_first)
    return _needed(models, project().asides["evaluation"])


def render_aside(folder: str, settings: Settings, schema: str | None, base: str | None = None) -> dict[str, Model]:
    """The models of a folder beside `sql/models`, by name, each after those it reads; they read a run's, too."""
    return {model.name: model for model in _rendered(project().asides[folder], settings, schema, "duckdb", base)}


def render_in_one_query(settings: Settings, templates: Mapping[str, Template]) -> dict[str, Model]:
    """Models by name, which read each other as CTEs of one query: a name in two parts is one name in quotes."""
    return {model.name: model for model in _rendered(templates, settings, "oakdb", "duckdb", in_one_query=True)}


def _needed(models: Sequence[Model], wanted: Collection[str]) -> list[Model]:
    """The wanted ones, and what they read."""
    by_name = {model.name: model for model in models}
    needed: set[str] = set()
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in needed:
            needed.add(name)
            waiting += by_name[name].refs
    return [model for model in models if model.name in needed]


def _once_per_task(rendering: Rendering) -> Rendering:
    """Rendered once for labels that come again and again; the settings are those that a task has kept, as JSON."""
    rendered = lru_cache(maxsize=8)(lambda settings, schema: rendering(json.loads(settings), schema))
    return wraps(rendering)(lambda settings, schema: rendered(json.dumps(settings), schema))


@_once_per_task
def render_additions(settings: Settings, schema: str | None) -> list[Model]:
    """The models of `sql/adding`, and the estimates of the items that they concern, before and after.

    All are temporary but for what the task keeps.
    """
    estimates = {  # in two steps: what nobody asks for is not worked out, and DuckDB 1.4 takes long to plan all at once
        name: replace(template, materialized="table" if name in KEPT_ESTIMATES else "ephemeral")
        for name, template in project().models.items()
        if template.folder == "estimation"
    }
    own = project().asides["adding"]
    states = ("before", "after") if settings["learns"] else ("both",)
    models = _in_states(states, estimates, settings, schema, {"live_annotations": "live_annotations"})
    names = {"additions", *own, *(model.name for model in models)} - {*KEPT_OF_ADDITIONS}
    models += _rendered(own, settings, schema, "duckdb", schema, temporary={name: name for name in names})
    return _needed(_in_order(models), own)


@_once_per_task
def render_tables(settings: Settings, schema: str | None) -> list[Model]:
    """Those of all models that a run keeps as tables."""
    return [model for model in render(settings, schema) if model.materialized == "table"]


@_once_per_task
def render_relearning(settings: Settings, schema: str | None) -> list[Model]:
    """The models of `sql/relearning`, and the sums of the items that labels were added to, before and after.

    All are temporary but for those that the task has under the same name.
    """
    summed = {name: project().models[name] for name in SUMMED}
    labels_read = {"stg_annotations": "live_annotations"}
    models = _in_states(("before", "after"), summed, settings, schema, labels_read)
    labels = ("concerned_items", "live_annotations_after", "live_annotations_before")
    names = {*labels, *(model.name for model in models)}
    corrected = project().asides["relearning"]
    models += _rendered(corrected, settings, schema, "duckdb", schema, temporary={name: name for name in names})
    return _in_order(models)


def _in_states(
    states: Sequence[str],
    templates: Mapping[str, Template],
    settings: Settings,
    schema: str | None,
    labels: Mapping[str, str],
) -> list[Model]:
    """Models about the items that labels are added to, for each state; `labels` is what they read for all labels."""
    models = []
    for state in states:
        called = {**labels, **{name: name for name in templates}}
        temporary = {name: f"{other}_{state}" for name, other in called.items()}
        models += _rendered(templates, settings, schema, "duckdb", temporary=temporary)
    return models


def _in_order(models: Sequence[Model]) -> list[Model]:
    """Each after those it reads."""
    by_name = {model.name: model for model in models}
    order = TopologicalSorter({name: by_name[name].refs for name in sorted(by_name)}).static_order()
    return [by_name[name] for name in order if name in by_name]


def _rendered(
    templates: Mapping[str, Template],
    settings: Settings,
    schema: str | None,
    dialect: str,
    base: str | None = None,
    is_incremental: bool = False,
    in_one_query: bool = False,
    temporary: Mapping[str, str] = MappingProxyType({}),
) -> list[Model]:
    """`ref`, `var`, `config`, `this`, `is_incremental`, `adapter` and `exceptions` mean what they mean in dbt.

    So does the materialization `ephemeral`, for what does not read others of that kind: the SQL of a model is part of
    that of its readers.

    `base` is the schema of what is read by `base` in place of `ref`; `temporary` are relations that end with the
    connection, and what they are called.
    """
    refs: set[str] = set()
    config: dict[str, Any] = {}
    macros: dict[str, Callable[..., str]] = {}
    ephemeral: dict[str, Model] = {}

    def relation(model: str, schema: str | None = schema) -> str:
        parts = [*(() if schema is None else (schema,)), model]
        return macros["quoted"](".".join(parts)) if in_one_query else ".".join(map(macros["quoted"], parts))

    def own(model: str) -> str:
        if model in ephemeral:
            return f"(\n{ephemeral[model].sql}\n)"
        if model in temporary:
            return ".".join(map(macros["quoted"], (*TEMPORARY, temporary[model])))
        return relation(model)

    def ref(model: str) -> str:
        refs.update(ephemeral[model].refs if model in ephemeral else {temporary.get(model, model)})
        return own(model)

    def variable(name: str, *default: Any) -> Any:
        return settings.get(name, *default) if default else settings[name]

    def configure(**options: Any) -> str:
        config.update(options)
        return ""

    environment = _environment()
    environment.globals.update(
        ref=ref,
        base=lambda model: relation(model, base),
        var=variable,
        config=configure,
        adapter=Adapter(dialect, macros),
        exceptions=Exceptions(),
        is_incremental=lambda: is_incremental,
        context=macros,
    )
    library = jinja2.Template.from_code(
        environment, _compiled("macros", project().macros), environment.globals
    ).make_module()
    macros.update({name: macro for name, macro in vars(library).items() if not name.startswith("_")})
    macros["check_settings"]()

    models = []
    for name, template in sorted(templates.items(), key=lambda item: item[1].materialized != "ephemeral"):
        refs.clear()
        config.clear()
        config["materialized"] = template.materialized
        code = jinja2.Template.from_code(
            environment, _compiled(f"{template.folder}/{name}", template.text), environment.make_globals(macros)
        )
        sql = code.render(this=own(name)).strip()
        model = Model(temporary.get(name, name), template.folder, config["materialized"], sql, frozenset(refs))
        if model.materialized == "ephemeral":
            ephemeral[name] = model
        elif config.get("enabled", True):
            models.append(model)
    return _in_order(models)
