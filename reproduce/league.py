"""The league table: every method on every data set, and who is best by which measure."""

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from reproduce.claims import LARGEST


@dataclass(frozen=True)
class Measure:
    """A column of the results: its title, how it is written, and to how many decimals it tells methods apart."""

    column: str
    title: str
    form: str
    decimals: int
    aim: float | None = None  # null: the larger, the better

    def text(self, value: float) -> str:
        return "" if pd.isna(value) else format(value, self.form)

    def best(self, values: "pd.Series[float]") -> list[str]:
        """Those with the best value, as it is shown: equals are best together."""
        known = values.dropna()
        distance = (-known if self.aim is None else (known - self.aim).abs()).round(self.decimals)
        return list(distance.index[distance == distance.min()])


RAUC = Measure("rauc_mean", "RAUC", ".2f", 2)
MEASURES = (
    RAUC,
    Measure("saving_at_parity", "saving at parity", ".1%", 3),
    Measure("accuracy_all", "accuracy", ".3f", 3),
    Measure("ece", "ECE", ".3f", 3, aim=0),
    Measure("coverage", "coverage", ".1%", 3, aim=0.95),
)


def ranked(results: pd.DataFrame) -> pd.DataFrame:
    """Every method at the largest training size, audits folded in where it uses any."""
    chosen = results[results["train_share"] == LARGEST]
    chosen = chosen[(chosen["variant"] == "folded in") | chosen["method"].isin(["SAD", "Uniform"])]
    scheme = chosen["scheme"].where(chosen["weights"].notna() & (chosen["method"] != "Uniform"), None)
    return chosen.assign(ranked=chosen["method"] + (" (" + scheme + ")").fillna(""))


def league(results: pd.DataFrame) -> str:
    """Means over the sets; methods that are for some kinds only are left out."""
    chosen = ranked(results)
    everywhere = chosen.groupby("ranked")["data"].nunique() == chosen["data"].nunique()
    columns = [measure.column for measure in MEASURES]
    means = chosen.groupby("ranked")[columns].mean()[everywhere].sort_values("rauc_mean", ascending=False)
    best = {measure: measure.best(means[measure.column]) for measure in MEASURES}
    lines = [table_row("method (weights)", *(measure.title for measure in MEASURES)), rule(len(MEASURES))]
    for name, row in means.iterrows():
        cells = [bold(measure.text(row[measure.column]), name in best[measure]) for measure in MEASURES]
        lines.append(table_row(str(name), *cells))
    return "\n".join(lines) + "\n"


def matrices(results: pd.DataFrame) -> Iterator[str]:
    """A table per measure: methods by sets, the best of a set in bold; of RAUC, also who is not told apart from it."""
    chosen = ranked(results)
    means = chosen.groupby("ranked")["rauc_mean"].agg(["count", "mean"])  # those for some kinds only come last
    order = means.sort_values(["count", "mean"], ascending=False).index
    sets = list(dict.fromkeys(chosen["data"]))
    for measure in MEASURES:
        wide = chosen.pivot_table(index="ranked", columns="data", values=measure.column).reindex(order)[sets]
        wide = wide.dropna(how="all")
        best = {data: measure.best(wide[data]) for data in sets}
        near = {data: level_with_best(chosen[chosen["data"] == data]) if measure is RAUC else [] for data in sets}
        lines = [
            f"{measure.title[0].upper()}{measure.title[1:]}, set by set:",
            "",
            table_row("method (weights)", *(name.removesuffix(" (generated)") for name in sets), "best on"),
            rule(len(sets) + 1),
        ]
        for name, row in wide.iterrows():
            cells = [
                bold(measure.text(row[data]), name in best[data]) + (" ≈" if name in near[data] else "")
                for data in sets
            ]
            lines.append(table_row(str(name), *cells, str(sum(name in best[data] for data in sets))))
        yield "\n".join(lines) + "\n"


def level_with_best(results: pd.DataFrame) -> list[str]:
    """Who else lies within the 95 % interval of the best one's RAUC: ten trials do not tell them apart."""
    winner = results.sort_values("rauc_mean").iloc[-1]
    near = results[(results["rauc_mean"] >= winner["rauc_low"]) & (results["ranked"] != winner["ranked"])]
    return list(near["ranked"])


def table_row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def rule(n_numbers: int) -> str:
    return "|---|" + "---:|" * n_numbers


def bold(text: str, is_best: bool) -> str:
    return f"**{text}**" if is_best else text
