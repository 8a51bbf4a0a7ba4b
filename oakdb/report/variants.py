"""The ways in which an evaluation tried each method: with which weights, calibrated or not, audits folded in or not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Record = dict[str, Any]

DIMENSIONS = ("weights", "calibrated", "audit_weight")


@dataclass(frozen=True)
class Variants:
    """What a reader can choose between, the best first; a method that was tried in one way only is in all of them."""

    names: Sequence[str]
    choices: Sequence[tuple[Any, ...]]
    fixed: frozenset[tuple[str, str]]  # method and dimension in which it has one value only

    def places(self, row: Record) -> list[int]:
        """The numbers of the variants to which a row belongs."""
        return [
            place
            for place, choice in enumerate(self.choices)
            if all(
                row[dimension] == value or (row["method"], dimension) in self.fixed
                for dimension, value in zip(DIMENSIONS, choice, strict=True)
            )
        ]


def variants_of(results: Sequence[Record]) -> Variants:
    """Those of the method that was tried in most ways; of several, of the one with the best result."""
    tried: dict[str, list[tuple[Any, ...]]] = {}
    for row in sorted(results, key=lambda row: -(row["rauc_mean"] or 0)):
        tried.setdefault(row["method"], []).append(tuple(row[dimension] for dimension in DIMENSIONS))
    choices = max(tried.values(), key=len)
    fixed = frozenset(
        (method, dimension)
        for method, ways in tried.items()
        for place, dimension in enumerate(DIMENSIONS)
        if len({way[place] for way in ways}) == 1
    )
    names = [variant_name(dict(zip(DIMENSIONS, way, strict=True))) for way in choices]
    return Variants(names, choices, fixed)


def variant_name(row: Record) -> str:
    """Weights, calibration and audits, in words."""
    weights = f"{str(row['weights']).replace('_', ' ')} weights, " if row["weights"] else ""
    return weights + learning_name(row)


def estimator_name(row: Record) -> str:
    return f"{row['method']}, {learning_name(row)}"


def learning_name(row: Record) -> str:
    """Calibration and audits, in words."""
    audits = f"audits count {row['audit_weight']:g}" if row["audit_weight"] else "audits not folded in"
    return f"{'calibrated' if row['calibrated'] else 'not calibrated'}, {audits}"
