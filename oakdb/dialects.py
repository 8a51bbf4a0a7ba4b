"""The SQL as another engine reads it."""

import sqlglot

from oakdb.errors import CALL_WRONG, OakError
from oakdb.project import Settings
from oakdb.render import ENGINES, Model, render

RUN_IN_TESTS = ("duckdb", "postgres", "spark")


def in_dialect(settings: Settings, schema: str, dialect: str) -> list[tuple[Model, str]]:
    """All models, each as a statement: in an engine's own SQL, or in another dialect as sqlglot prints DuckDB's."""
    if dialect in ENGINES:
        state = "" if dialect in RUN_IN_TESTS else f" (for {dialect}: written, not run)"
        models = render(settings, schema, dialect)
        return [(model, f"-- {model.materialized} {model.name}{state}\n{model.sql};") for model in models]
    return [(model, _transpiled(model, dialect)) for model in render(settings, schema)]


def _transpiled(model: Model, dialect: str) -> str:
    try:
        (sql,) = sqlglot.transpile(model.sql, read="duckdb", write=dialect, pretty=True)
    except (sqlglot.errors.SqlglotError, ValueError) as error:
        raise OakError(
            f"dialect {dialect}", str(error).split("\n")[0], "see sqlglot's dialects", exit_code=CALL_WRONG
        ) from None
    return f"-- {model.materialized} {model.name} (transpiled to {dialect}, not run)\n{sql};"
