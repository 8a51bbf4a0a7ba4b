"""From the answers of a record to one label, written as `oakdb run` reads it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from oakdb.errors import CALL_WRONG, OakError
from oakdb.loading import masks
from oakdb.loading.records import LeftOutError

CHOICES = "choices"  # one of them in every record: a category, else a set
PARTS = ("set", "boxes", "spans")  # kinds whose labels have any number of parts, also none


def kind_of_cell(cell: str) -> str:
    """What a cell of a table holds, by its shape; what is no JSON of ours is a category."""
    if not cell.startswith(("[", "{")):
        return "category"
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        return "category"
    if isinstance(found, dict):
        return (
            "keypoint" if {"x", "y"} <= found.keys() else "mask" if {"size", "counts"} <= found.keys() else "category"
        )
    if found and all(isinstance(part, dict) for part in found):
        return "boxes" if "x1" in found[0] else "spans" if "stop" in found[0] else "category"
    if found and all(isinstance(part, int | float) for part in found):
        return "vector"
    return "set" if all(isinstance(part, str) for part in found) else "category"


def chosen_field(where: str, fields: Mapping[str, int], wish: str | None) -> str:
    """The question whose answers are loaded: the one there is, or the one asked for."""
    listed = ", ".join(f"{name} ({n} answers)" for name, n in fields.items())
    if not fields:
        raise OakError(where, "there is no answer that can be loaded", "see what was skipped")
    if wish is not None and wish not in fields:
        raise OakError(where, f"there is no field '{wish}'", f"it has {listed}", exit_code=CALL_WRONG)
    if wish is None and len(fields) > 1:
        raise OakError(where, "there are several fields", f"choose with --field one of {listed}", exit_code=CALL_WRONG)
    return wish if wish is not None else next(iter(fields))


def chosen_kind(where: str, kinds: Mapping[str, int], is_single_choice: bool, wish: str | None) -> str:
    """The kind of the labels, by what the answers are."""
    meant = {("category" if is_single_choice else "set") if kind == CHOICES else kind for kind in kinds}
    if wish is not None:
        possible = meant | ({"category", "set"} if CHOICES in kinds else set())
        if wish not in possible:
            known = ", ".join(sorted(possible))
            raise OakError(where, f"there is no label of kind '{wish}'", f"there is {known}", exit_code=CALL_WRONG)
        return wish
    if len(meant) > 1:
        known = ", ".join(f"{kind} ({n} answers)" for kind, n in kinds.items())
        raise OakError(where, "there are labels of several kinds", f"choose with --kind one of {known}")
    return meant.pop()


def label_of(kind: str, values: Sequence[Any], size: tuple[int, int] | None, *, skips_empty: bool) -> str:
    """The label as text: plain for plain kinds, else JSON. Raises `LeftOutError` where the answers make none."""
    if not values and (skips_empty or kind not in (*PARTS, "mask")):
        raise LeftOutError("no answer")
    if kind in PARTS:
        return json.dumps(list(values), ensure_ascii=False)
    if kind == "mask":
        return json.dumps(masks.union(values, size))
    return only(kind, [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in values])


def only(kind: str, values: Sequence[str]) -> str:
    """The one answer that a label of the kind is."""
    if len(values) != 1:
        raise LeftOutError(f"{len(values)} answers where a {kind} is one")
    return values[0]
