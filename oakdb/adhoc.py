"""oakdb.sql: the models as DuckDB macros, for ad hoc queries without Python. Pure; what is SQL of it is in sql/adhoc.

A model's text differs with the kind and similarity (together a flavour), and with whether a time or a scale is given.
All other settings are holes, which the macros fill when they are called.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from itertools import product
from pathlib import Path
from typing import Any

from oakdb.flattening import side_by_side
from oakdb.project import Settings, project, settings_with_defaults
from oakdb.render import Model, render_in_one_query

TABLE_MACROS: Mapping[str, str] = {
    "oak_decisions": "item_decisions",
    "oak_items": "item_estimates",
    "oak_labels": "label_estimates",
    "oak_workers": "worker_competence",
    "oak_worker_types": "worker_type_competence",
    "oak_types": "population",
    "oak_calibration": "calibration",
    "oak_points": "decision_points",
    "oak_pairs": "label_pairs",
    "oak_rejected": "rejected_rows",
    "oak_summary": "task_summary",
}
WEIGHTS = ("linear", "cubed", "log_odds", "uniform")
OWN_FUNCTION = "function"  # the flavour whose similarity is a function or macro of the user's
HOLE = re.compile(r"⟦(\w+)⟧")
DECLARED = re.compile(r"macro (\w+)__similarities\(\) -%}([^{]*){%- endmacro")


@dataclass(frozen=True)
class Flavour:
    """A kind with one of its similarities; with a model of the crowd, where that is the method."""

    kind: str
    similarity: str
    method: str | None = None

    @property
    def name(self) -> str:
        return " ".join(part for part in (self.kind, self.similarity, self.method) if part)


@dataclass(frozen=True)
class Branch:
    """Text for some flavours, where a time or a scale is given or not, or where that makes no difference (None)."""

    flavours: tuple[str, ...]
    is_timed: bool | None
    is_scaled: bool | None
    pieces: Sequence[tuple[str, bool]]


@dataclass(frozen=True)
class ModelText:
    """A model as pieces of text and holes (marked True): a start and an end that all have, branches within."""

    name: str
    is_for_all: bool
    start: Sequence[tuple[str, bool]]
    branches: Sequence[Branch]
    end: Sequence[tuple[str, bool]]

    @property
    def holes(self) -> list[str]:
        pieces = [*self.start, *(piece for branch in self.branches for piece in branch.pieces), *self.end]
        return sorted({text for text, is_hole in pieces if is_hole})


def install_sql() -> str:
    """The whole file: the one that was generated when the wheel was built; from a checkout, generated now."""
    shipped = Path(__file__).parent / "oakdb.sql"
    return shipped.read_text(encoding="utf-8") if shipped.is_file() else generated_sql()


@cache
def generated_sql() -> str:
    """The whole file, from the models as they are."""
    from oakdb import __version__  # noqa: PLC0415 - the package is being imported

    texts, refs = _texts()
    needed = {macro: _needed(relation, refs) for macro, relation in TABLE_MACROS.items()}
    order = [name for name in TopologicalSorter(refs).static_order() if any(name in names for names in needed.values())]
    settings = {
        **project().defaults,
        "version": __version__,
        "similarities": list(_similarities()),
        "weights_of": _weights(),
        "models": [_model_text(name, texts[name]) for name in order],
        "table_macros": needed,
        "relations": TABLE_MACROS,
        "flavours": _flavours(),
    }
    install = {"install": project().asides["adhoc"]["install"]}
    return render_in_one_query(settings, install)["install"].sql + "\n"


def _declared() -> dict[str, list[str]]:
    """The similarities of every kind, its default first."""
    return {kind: names.split() for kind, names in DECLARED.findall(project().macros)}


def _flavours() -> list[Flavour]:
    named = [Flavour(kind, name) for kind, names in _declared().items() for name in [*names, OWN_FUNCTION]]
    crowd = [Flavour("category", "hamming", method) for method in ("dawid_skene", "one_coin")]
    return named + crowd


def _hole(name: str, value: Any) -> Any:
    """A value that is checked like any other, and printed as a hole."""
    return type("Hole", (type(value),), {"__str__": lambda _: f"⟦{name}⟧"})(value)


def _settings(flavour: Flavour, *, is_timed: bool, is_scaled: bool) -> Settings:
    defaults = project().defaults
    own = flavour.similarity == OWN_FUNCTION
    holes = {name: _hole(name, defaults[name]) for name in ("gamma", "audit_weight", "threshold", "method")}
    return {
        **settings_with_defaults({"kind": flavour.kind}),
        **holes,
        **{name: f"⟦{name}⟧" for name in ("item_column", "worker_column", "label_column")},
        **({"method": flavour.method} if flavour.method else {}),
        "similarity": "⟦similarity⟧(a, b)" if own else flavour.similarity,
        "time_column": "⟦time_column⟧" if is_timed else None,
        "scale": _hole("scale", 1.0) if is_scaled else None,
        "max_labels": _hole("max_labels", 1),
        "weights": "linear",
        "annotations": ["oakdb.annotations"],
        "audits": ["oakdb.audits"],
        "in_one_query": True,
    }


Key = tuple[str, bool, bool]


def _texts() -> tuple[dict[str, dict[Key, str]], dict[str, set[str]]]:
    """The text of every model by flavour and what is given, and which models it reads in any of them."""
    texts: dict[str, dict[Key, str]] = {}
    refs: dict[str, set[str]] = {}
    templates = {**project().models, "thresholds": project().asides["adhoc"]["thresholds"]}
    linear = _weights()["linear"]
    for flavour, is_timed, is_scaled in product(_flavours(), (False, True), (False, True)):
        if not is_scaled or _has_scale(flavour.kind):  # else the models are those of the turn before
            models = render_in_one_query(_settings(flavour, is_timed=is_timed, is_scaled=is_scaled), templates)
        for name, model in models.items():
            text = _as_ctes(model).replace(linear, "⟦weights⟧")
            texts.setdefault(name, {})[flavour.name, is_timed, is_scaled] = text
            refs.setdefault(name, set()).update(model.refs)
    return texts, refs


def _has_scale(kind: str) -> bool:
    return f"macro {kind}__distance(" in project().macros


def _weights() -> dict[str, str]:
    """The weight of a label, as an expression, by name."""
    template = {"label_weight": project().asides["adhoc"]["label_weight"]}
    return {
        name: _squeezed(render_in_one_query(settings_with_defaults({"weights": name}), template)["label_weight"])
        for name in WEIGHTS
    }


def _similarities() -> Iterator[tuple[str, str, str]]:
    """Kind, similarity and expression over two labels."""
    template = {"similarity_of_two": project().asides["adhoc"]["similarity_of_two"]}
    for kind, names in _declared().items():
        for name in names:
            settings = settings_with_defaults({"kind": kind, "similarity": name})
            yield kind, name, _squeezed(render_in_one_query(settings, template)["similarity_of_two"])


def _as_ctes(model: Model) -> str:
    """A model as CTEs of the query, the last of them under its own name, which others read more than once."""
    *inner, (_, query) = side_by_side(_squeezed(model), model.name)
    ctes = [*inner, (f'"oakdb.{model.name}"', f"materialized {query}")]
    return "".join(f", {name} as {query}\n" for name, query in ctes)


def _squeezed(model: Model) -> str:
    """Without the indentation, which is a third of it."""
    return "\n".join(line.strip() for line in model.sql.splitlines() if line.strip())


def _needed(relation: str, refs: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [relation]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += refs[name]
    return found


def _model_text(name: str, texts: Mapping[Key, str]) -> ModelText:
    lines = {key: text.split("\n") for key, text in texts.items()}
    is_for_all = len(texts) == 4 * len(_flavours())
    n_start = _n_common(list(lines.values())) if is_for_all else 0
    rest = {key: each[n_start:] for key, each in lines.items()}
    n_end = _n_common([each[::-1] for each in rest.values()]) if is_for_all else 0
    end = next(iter(rest.values()))[len(next(iter(rest.values()))) - n_end :]
    between = {key: "\n".join(each[: len(each) - n_end]) for key, each in rest.items()}
    start = "\n".join([*next(iter(lines.values()))[:n_start], ""])
    branches = [] if is_for_all and not any(between.values()) else _branches(between)
    return ModelText(name, is_for_all, _pieces(start), branches, _pieces("\n".join(["", *end])))


def _n_common(texts: Sequence[Sequence[str]]) -> int:
    """How many first lines all texts have in common."""
    n_equal = 0
    for lines in zip(*texts, strict=False):
        if len(set(lines)) > 1:
            break
        n_equal += 1
    return n_equal


def _branches(texts: Mapping[Key, str]) -> list[Branch]:
    """Texts that are equal are one branch; time and scale are asked for where they make a difference."""
    by_text: dict[tuple[str, bool | None, bool | None], set[str]] = {}
    for (flavour, is_timed, is_scaled), text in texts.items():
        time_matters = texts[flavour, not is_timed, is_scaled] != text
        scale_matters = texts[flavour, is_timed, not is_scaled] != text
        key = (text, is_timed if time_matters else None, is_scaled if scale_matters else None)
        by_text.setdefault(key, set()).add(flavour)
    return [
        Branch(tuple(sorted(flavours)), is_timed, is_scaled, _pieces(text))
        for (text, is_timed, is_scaled), flavours in by_text.items()
    ]


def _pieces(text: str) -> list[tuple[str, bool]]:
    parts = HOLE.split(text)
    return [(part, place % 2 == 1) for place, part in enumerate(parts) if part] or [("", False)]
