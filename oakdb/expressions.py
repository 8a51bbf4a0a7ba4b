"""Expressions of the user's, which become part of the SQL."""

import re
from collections.abc import Sequence
from typing import Any

import sqlglot
from sqlglot import exp

from oakdb.errors import CALL_WRONG, OakError

# What an expression of the user's may not call: files, network, other relations, settings, sequences, waiting.
REACHING = re.compile(
    r"(read|sniff|load|install|copy|write|import|export|http|pragma|duckdb|pg|parquet|query|sleep|set)(_.*)?"
    r"|which_secret|json_(execute_|de)?serialize.*|getenv|getvariable|.*_(scan|metadata|sleep)(_.*)?|glob|setseed|setval|nextval|currval|current_(setting|query|schemas?|database)"
)
LONGEST_EXPRESSION = 10_000


def plain_expression(name: str, given: Any, columns: Sequence[str], example: str) -> str:
    """One expression over these columns that stays within them, as DuckDB writes it; anything else is refused."""
    tree = _only_tree(str(given))
    if (
        not isinstance(tree, exp.Condition)
        or tree.find(exp.Query, exp.Star, exp.Placeholder, exp.Parameter)
        or not tree.find(exp.Column)
        or not all(column.parts[0].name in columns for column in tree.find_all(exp.Column))
    ):
        raise OakError(
            f"setting '{name}'",
            f"'{given}' is not one SQL expression over {' and '.join(f'`{column}`' for column in columns)}",
            f"give one, such as {example}",
            exit_code=CALL_WRONG,
        )
    for function in tree.find_all(exp.Func):
        called = (function.name if isinstance(function, exp.Anonymous) else function.sql_name()).lower()
        if REACHING.fullmatch(called):
            raise OakError(
                f"setting '{name}'",
                f"{called} reaches beyond the labels",
                f"give an expression without it, such as {example}",
                exit_code=CALL_WRONG,
            )
    return tree.sql(dialect="duckdb", comments=False)


def _only_tree(text: str) -> Any:
    """The one expression that a text of sensible length is."""
    if len(text) > LONGEST_EXPRESSION:
        return None
    try:
        trees = sqlglot.parse(text, read="duckdb")
    except (sqlglot.errors.SqlglotError, RecursionError):
        return None
    return trees[0] if len(trees) == 1 else None
