"""Small random annotations of every kind for property tests, with ties, lone workers and lone items."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

KINDS = ("category", "number", "keypoint", "set", "path", "boxes", "spans", "text", "ranking", "mask", "vector")


@dataclass(frozen=True)
class Sample:
    """Annotations and audits, as labels of the reference; times are all different."""

    kind: str
    annotations: list[tuple[str, str, Any]]
    audits: dict[str, Any]
    times: dict[tuple[str, str], int] | None = None

    def frame(self) -> pd.DataFrame:
        """The annotations as a user brings them."""
        frame = annotation_frame(self.kind, self.annotations)
        if self.times is not None:
            frame["seq"] = [self.times.get((item, worker)) for item, worker, _ in self.annotations]
        return frame

    def audit_frame(self) -> pd.DataFrame | None:
        if not self.audits:
            return None
        rows = [(item, written(self.kind, label)) for item, label in self.audits.items()]
        return pd.DataFrame(rows, columns=["item_id", "label"])


def annotation_frame(kind: str, annotations: list[tuple[str, str, Any]]) -> pd.DataFrame:
    rows = [(item, worker, written(kind, label)) for item, worker, label in annotations]
    return pd.DataFrame(rows, columns=["item_id", "worker_id", "label"])


def written(kind: str, label: Any) -> Any:
    """A label as a file has it: complex ones as JSON text."""
    return label if kind in ("category", "number", "text", "mask") else json.dumps(native(kind, label))


def native(kind: str, label: Any) -> Any:
    """A label of the reference in the shape that oakdb reads."""
    if kind == "keypoint":
        return {"x": label[0], "y": label[1]}
    if kind == "set":
        return sorted(label)
    if kind == "path":
        return list(label)
    if kind == "boxes":
        return [dict(zip(("x1", "y1", "x2", "y2"), box, strict=True)) for box in label]
    if kind == "spans":
        return [{"start": a, "stop": b} | ({} if tag is None else {"tag": tag}) for a, b, tag in label]
    return list(label) if kind in ("ranking", "vector") else label


def sample(
    kind: str,
    seed: int,
    *,
    n_items: int,
    n_workers: int,
    most_labels: int,
    audit_share: float,
    timed: bool = False,
) -> Sample:
    """Items with a truth that each worker reports with their own skill; some have one label, some workers too."""
    rng = np.random.default_rng(seed)
    skill = rng.uniform(0.2, 1.0, n_workers)
    annotations, audits = [], {}
    for item in range(n_items):
        truth = random_label(kind, rng)
        if rng.random() < audit_share:
            audits[f"i{item}"] = truth
        count = int(rng.integers(1, min(most_labels, n_workers) + 1))
        for worker in rng.choice(n_workers, size=count, replace=False):
            label = truth if rng.random() < skill[worker] else random_label(kind, rng)
            annotations.append((f"i{item}", f"w{worker}", label))
    order = rng.permutation(len(annotations)).tolist()
    times = {(item, worker): time for (item, worker, _), time in zip(annotations, order, strict=True)}
    return Sample(kind, annotations, audits, times if timed else None)


def random_label(kind: str, rng: np.random.Generator) -> Any:
    if kind == "category":
        return str(rng.choice(["a", "b", "c", "*all*", "ä'"], p=[0.4, 0.3, 0.15, 0.1, 0.05]))
    if kind == "number":
        return float(rng.integers(-20, 20)) / 4
    if kind == "keypoint":
        return (float(rng.integers(0, 12)), float(rng.integers(0, 9)) / 2)
    if kind == "set":
        return frozenset(str(element) for element in rng.choice(list("abcd"), size=rng.integers(0, 4), replace=False))
    if kind == "path":
        return tuple(f"{'xyz'[depth]}{rng.integers(0, 2)}" for depth in range(rng.integers(1, 4)))
    if kind == "spans":
        return tuple(random_span(rng) for _ in range(rng.integers(0, 4)))
    if kind == "text":
        return " ".join(rng.choice(["Ein", "ein", "Hund", "bellt.", "größer", "—", "犬", ""], size=rng.integers(0, 6)))
    if kind == "mask":
        return "".join(rng.choice(["0", "1", "11", "00"], size=4))[:4] + "0110"[: rng.integers(3, 5)]
    if kind == "ranking":
        return tuple(str(element) for element in rng.permutation(list("abcdé"))[: rng.integers(1, 6)])
    if kind == "vector":
        return tuple(float(value) for value in rng.integers(-2, 3, size=3))
    return tuple(random_box(rng) for _ in range(rng.integers(0, 4)))


def random_box(rng: np.random.Generator) -> tuple[float, float, float, float]:
    x, y = rng.integers(0, 8, 2)
    width, height = rng.integers(1, 6, 2)
    return float(x), float(y), float(x + width), float(y + height) + 0.25


def random_span(rng: np.random.Generator) -> tuple[float, float, str | None]:
    start = int(rng.integers(0, 8))
    return float(start), float(start + rng.integers(1, 4)), [None, None, "PER", "ü"][rng.integers(0, 4)]
