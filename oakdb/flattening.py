"""CTEs within CTEs as CTEs side by side. Pure, and of text: the SQL is that of the models, down to its line breaks.

DuckDB 1.4 takes four times as long, and four times as much memory, to plan for each level of CTEs in CTEs.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

TOKEN = re.compile(r"""'(?:''|[^'])*'|"(?:""|[^"])*"|--[^\n]*|\w+|\s+|.""", re.DOTALL)


def side_by_side(sql: str, name: str) -> list[tuple[str, str]]:
    """The CTEs of a query as pairs of a name and what comes after `as`, and then the query itself, under its name.

    What is called x within a is called "name.a.x" here, and x again where it is read.

    >>> for pair in side_by_side("with a as (with x as (select 1 as n) select x.n from x) select 2 * n from a", "b"):
    ...     print(*pair, sep=" as ")
    "b.a.x" as (select 1 as n)
    "b.a" as (select x.n from "b.a.x" as x)
    "b" as (select 2 * n from "b.a" as a)
    """
    ctes, query = _taken_apart(TOKEN.findall(sql), name, {})
    return [*ctes, (f'"{name}"', f"({query})")]


def _taken_apart(tokens: Sequence[str], path: str, names: Mapping[str, str]) -> tuple[list[tuple[str, str]], str]:
    """The CTEs of a query, and the rest of it; `names` are those of CTEs around it, and what they are called now."""
    words = _words(tokens)
    ctes: list[tuple[str, str]] = []
    start = next(words)
    if tokens[start] != "with":
        return ctes, _renamed(tokens, names)
    while tokens[start] in ("with", ","):
        name, start = tokens[next(words)], next(words)  # as
        while tokens[start] != "(":
            start = next(words)
        end = _closing(tokens, start)
        hint = "materialized " if "materialized" in tokens[start - 3 : start] else ""
        inner, query = _taken_apart(tokens[start + 1 : end], f"{path}.{name}", names)
        ctes += [*inner, (f'"{path}.{name}"', f"{hint}({query})")]
        names = {**names, name: f'"{path}.{name}"'}  # from here on: within itself a name is that of another
        start = next(word for word in words if word > end)
    return ctes, _renamed(tokens[start:], names)


def _words(tokens: Sequence[str], start: int = 0) -> Iterator[int]:
    """The places of tokens that are neither space nor comment."""
    return (place for place in range(start, len(tokens)) if not tokens[place].startswith((" ", "\n", "--")))


def _closing(tokens: Sequence[str], start: int) -> int:
    """The place of the bracket that closes this one."""
    depth = 0
    for place in _words(tokens, start):
        depth += {"(": 1, ")": -1}.get(tokens[place], 0)
        if depth == 0:
            return place
    raise ValueError("a bracket is not closed")


def _renamed(tokens: Sequence[str], names: Mapping[str, str]) -> str:
    """Where a relation of these names is read, it is read by its new name and called by the old one."""
    renamed = list(tokens)
    places = list(_words(tokens))
    words = ["", "", *(tokens[place] for place in places), ""]
    for number, place in enumerate(places):
        two_before, before, word, after = words[number : number + 4]
        is_read = before in ("from", "join") and two_before != "distinct" and after not in (".", "(")
        if word in names and is_read:
            renamed[place] = names[word] if after == "as" else f"{names[word]} as {word}"
    return "".join(renamed)
