"""What changes numbers, and the names of things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

Label = Any
Worker = str
Item = str
Cell = tuple[str, str]
Record = dict[str, Any]
Measure = Callable[[Label, Label], float]

ALL = "*all*"
SIMILARITIES = {
    "category": ("hamming",),
    "number": ("gaussian", "linear", "ordinal"),
    "keypoint": ("gaussian", "linear"),
    "set": ("jaccard", "dice", "overlap"),
    "path": ("hierarchical",),
    "boxes": ("jaccard", "dice", "overlap", "matched_iou"),
    "spans": ("f1", "jaccard", "exact_f1"),
    "text": ("jaccard", "dice", "levenshtein", "jaro_winkler"),
    "mask": ("jaccard", "dice", "overlap"),
    "ranking": ("average_overlap", "kendall"),
    "vector": ("cosine",),
}
MEDOID_KINDS = ("spans", "text", "ranking")
METHODS = ("oak", "poak", "poaki", "poak_irt", "hoak")
CROWD_MODELS = ("dawid_skene", "one_coin")  # for categories
AGGREGATIONS = ("weighted", "medoid", "sad", "bau")
OWN_AGGREGATIONS = {"spans": ("majority",), "number": ("median",)}
WEIGHTS = ("linear", "cubed", "log_odds", "uniform")


@dataclass(frozen=True)
class Settings:
    """The settings that change numbers."""

    kind: str = "category"
    similarity: str | None = None
    scale: float | None = None
    partition: str | None = None
    method: str = "hoak"
    gamma: float = 10.0
    audit_weight: float = 2.0
    irt_steps: int = 8
    aggregation: str = "weighted"
    weights: str | None = None
    max_labels: int | None = None

    def __post_init__(self) -> None:
        _check("kind", self.kind, SIMILARITIES)
        _check("similarity", self.similarity, (None, *SIMILARITIES[self.kind]))
        _check("method", self.method, METHODS + (CROWD_MODELS if self.kind == "category" else ()))
        _check("aggregation", self.aggregation, (*AGGREGATIONS, *OWN_AGGREGATIONS.get(self.kind, ())))
        _check("weights", self.weights, (None, *WEIGHTS))
        if self.irt_steps < 1:
            raise ValueError("irt_steps must be at least 1")


def _check(name: str, value: Any, known: Iterable[Any]) -> None:
    """Refuse a value that is not known."""
    if value not in tuple(known):
        raise ValueError(f"unknown {name} {value!r}; known: {list(known)}")
