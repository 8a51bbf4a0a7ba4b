"""What is tried: methods by the paper's names, how often, and on how much."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from oakdb.errors import CALL_WRONG, OakError

METHODS = {  # the paper's names: whose estimate decides, and how the labels become one answer
    "OAK-Weight": ("oak", "weighted"),
    "OAK-BAU": ("oak", "bau"),
    "POAK-Weight": ("poak", "weighted"),
    "POAK-BAU": ("poak", "bau"),
    "POAKi": ("poaki", "weighted"),
    "POAK+IRT": ("poak_irt", "weighted"),
    "HOAK-Weight": ("hoak", "weighted"),
    "Dawid-Skene": ("dawid_skene", "posterior"),
    "One-Coin": ("one_coin", "posterior"),
    "SAD": (None, "sad"),
    "Uniform": (None, "weighted"),
}

CATEGORY_METHODS = ("Dawid-Skene", "One-Coin")  # models of classes, which other kinds do not have

WEIGHTS = ("linear", "cubed", "log_odds", "uniform")


@dataclass(frozen=True)
class Design:
    """What is tried: how often, on how much, and with what."""

    trials: int = 10
    train_share: Sequence[float] = (0.1, 0.3, 0.5, 0.7)
    audit_share: float = 0.2
    labels_per_item: int = 3
    methods: Sequence[str] | None = None  # null: all that the kind has
    weights: Sequence[str] = ("linear",)
    seed: int = 0

    def __post_init__(self) -> None:
        _check("trials", self.trials >= 1, self.trials, "a whole number above 0")
        _check("train-share", len(self.train_share) > 0, "nothing", "shares between 0 and 1")
        for share in self.train_share:
            _check("train-share", 0 < share < 1, share, "shares between 0 and 1")
        _check("audit-share", 0 <= self.audit_share <= 1, self.audit_share, "a share from 0 to 1")
        _check("labels-per-item", self.labels_per_item >= 2, self.labels_per_item, "a whole number above 1")
        for method in self.methods or ():
            _check("methods", method in METHODS, method, f"some of {', '.join(METHODS)}")
        for weights in self.weights:
            _check("weights", weights in WEIGHTS, weights, f"some of {', '.join(WEIGHTS)}")

    def for_kind(self, kind: str) -> "Design":
        """The same with the methods named; one that the kind does not have is refused."""
        known = [name for name in METHODS if kind == "category" or name not in CATEGORY_METHODS]
        for method in self.methods or ():
            _check("methods", method in known, method, f"kind category with it, or some of {', '.join(known)}")
        return replace(self, methods=known if self.methods is None else self.methods)

    @property
    def contenders(self) -> list[dict[str, Any]]:
        """Each method with each kind of weights it can have. Uniform is always there: the others are measured by it."""
        methods = METHODS if self.methods is None else self.methods
        chosen = {**{name: METHODS[name] for name in METHODS if name in methods}, "Uniform": METHODS["Uniform"]}
        found = []
        for method, (estimator, aggregation) in chosen.items():
            weights: Sequence[str | None] = (None,)
            if estimator and aggregation == "weighted":
                weights = self.weights
            found += [
                {
                    "method": method,
                    "estimator": estimator,
                    "aggregation": aggregation,
                    "weights": "uniform" if method == "Uniform" else kind,
                }
                for kind in weights
            ]
        return found


def _check(name: str, is_right: bool, value: Any, expected: str) -> None:
    if not is_right:
        raise OakError(f"--{name}", f"'{value}' will not do", f"give {expected}", exit_code=CALL_WRONG)
