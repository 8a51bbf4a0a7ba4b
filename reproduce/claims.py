"""What the paper claims, one by one, with the numbers that bear on it."""

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

LARGEST, SMALLEST = 0.7, 0.1
PAPERS = ("OAK-Weight", "POAK-Weight", "POAKi", "POAK+IRT")
SELECTING = {"OAK-Weight": "OAK-BAU", "POAK-Weight": "POAK-BAU"}


@dataclass(frozen=True)
class Claim:
    """A sentence, the numbers that bear on it, and whether they bear it out."""

    text: str
    numbers: str
    holds: bool

    def row(self) -> str:
        return f"| {self.text} | {self.numbers} | {'holds' if self.holds else '**does not hold**'} |"


def claims(results: pd.DataFrame) -> Iterator[Claim]:
    """The paper's, and what follows from them, on the sets of one family."""
    folded = {method: rauc(results, method, "folded in") for method in (*PAPERS, "HOAK-Weight")}
    means = {method: values.mean() for method, values in folded.items()}
    yield Claim(
        "Every confidence-based method has positive RAUC, on the mean over sets",
        ", ".join(f"{method} {mean:.2f}" for method, mean in means.items()),
        min(means.values()) > 0,
    )
    yield Claim(
        "POAK-Weight beats OAK-Weight on the mean",
        f"{means['POAK-Weight']:.2f} against {means['OAK-Weight']:.2f}",
        means["POAK-Weight"] > means["OAK-Weight"],
    )
    before, after = (rauc(results, "POAK-Weight", variant).mean() for variant in ("no audits", "calibrated"))
    yield Claim("Calibration raises POAK's mean RAUC", f"{before:.2f} to {after:.2f}", after > before)
    before, after = (rauc(results, "OAK-Weight", variant).mean() for variant in ("no audits", "calibrated"))
    yield Claim(
        "Calibration leaves OAK's mean RAUC nearly where it was (within a tenth)",
        f"{before:.2f} to {after:.2f}",
        abs(after - before) <= 0.1 * before,
    )
    small = {method: rauc(results, method, "folded in", SMALLEST).mean() for method in PAPERS}
    yield Claim(
        "The IRT variants lead when training data is small (10 %)",
        ", ".join(f"{method} {mean:.2f}" for method, mean in small.items()),
        max(small, key=lambda method: small[method]) in ("POAKi", "POAK+IRT"),
    )
    rival = pd.concat([folded["OAK-Weight"], rauc(results, "SAD", "no audits")], axis=1).max(axis=1).clip(lower=0)
    leads = int((folded["POAK-Weight"] > rival).sum())
    n_sets = len(folded["POAK-Weight"])
    yield Claim("POAK-Weight leads OAK, SAD and Uniform everywhere", f"on {leads} of {n_sets} sets", leads == n_sets)
    better = {
        weighing: int((rauc(results, weighing, "folded in") > rauc(results, selecting, "folded in")).sum())
        for weighing, selecting in SELECTING.items()
    }
    yield Claim(
        "Averaging (Weight) beats selection (BAU)",
        ", ".join(f"{method}: on {count} of {n_sets}" for method, count in better.items()),
        min(better.values()) == n_sets,
    )
    ordered = sum(
        folded["POAK+IRT"][data] >= folded["POAK-Weight"][data] > folded["OAK-Weight"][data] > 0
        for data in folded["OAK-Weight"].index
    )
    yield Claim("POAK+IRT ≥ POAK > OAK > Uniform on each", f"on {ordered} of {n_sets} sets", ordered == n_sets)


def goals(results: pd.DataFrame) -> Iterator[Claim]:
    """What hoak is to reach to be the default: see docs/decisions/0010."""
    folded = {method: rauc(results, method, "folded in").mean() for method in PAPERS}
    best = max(folded, key=lambda method: folded[method])
    hoak = {
        scheme: {
            variant: weighted(results, "HOAK-Weight", variant, scheme).mean() for variant in ("folded in", "no audits")
        }
        for scheme in ("linear", "default")
    }
    for scheme, least in (("linear", 0.05), ("default", 0.15)):
        found = hoak[scheme]["folded in"]
        yield Claim(
            f"hoak with {scheme} weights is at least {least:.0%} above the best of the paper's four",
            f"{found:.2f} against {folded[best]:.2f} of {best}: {found / folded[best] - 1:+.1%}",
            found >= (1 + least) * folded[best],
        )
    before = rauc(results, "POAK-Weight", "no audits").mean()
    unaudited = [hoak[scheme]["no audits"] for scheme in ("linear", "default")]
    yield Claim(
        "Without audits hoak is not below POAK-Weight, with linear and with default weights",
        f"{unaudited[0]:.2f} and {unaudited[1]:.2f} against {before:.2f}",
        min(unaudited) >= before,
    )


def covered(intervals: pd.DataFrame) -> Claim:
    """Whether the intervals of each grain hold about as often as they say, on every set."""
    by_set = intervals.groupby(["grain", "data"])["coverage"].mean()
    ends = by_set.groupby("grain").agg(["min", "max"])
    return Claim(
        "The 95 % intervals hold for 93 to 97 % on each set",
        ", ".join(f"{grain} {row['min']:.1%} to {row['max']:.1%}" for grain, row in ends.iterrows()),
        bool(by_set.between(0.93, 0.97).all()),
    )


def rauc(results: pd.DataFrame, method: str, variant: str, share: float = LARGEST) -> pd.Series:
    """Mean RAUC by data set, with linear weights."""
    chosen = (results["contender"] == method) & (results["train_share"] == share)
    return results[chosen & (results["variant"] == variant)].set_index("data")["rauc_mean"]


def weighted(results: pd.DataFrame, method: str, variant: str, scheme: str) -> pd.Series:
    """Mean RAUC by data set at the largest training size, with the weights of a scheme."""
    chosen = (results["method"] == method) & (results["scheme"] == scheme) & (results["train_share"] == LARGEST)
    return results[chosen & (results["variant"] == variant)].set_index("data")["rauc_mean"]
