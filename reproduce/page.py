"""docs/results.md, from the results of all data sets."""

import os
from pathlib import Path

import pandas as pd

import oakdb
from reproduce.claims import LARGEST, claims, covered, goals
from reproduce.league import league, matrices, rule, table_row
from reproduce.sources import Source

INTRODUCTION = Path(__file__).parent / "introduction.md"


def section(source: Source, evaluation: oakdb.Evaluation, results: pd.DataFrame) -> str:
    counts, baseline = evaluation.data, evaluation.baseline
    shares = sorted(results["train_share"].unique())
    lines = [
        f"### {source.name}",
        f"{source.kind}; {counts['n_items']:,} items, {counts['n_labels']:,} labels, {counts['n_workers']:,} workers, "
        f"{counts['n_truths']:,} truths. One label each: accuracy {baseline['accuracy_one']:.3f} at cost "
        f"{baseline['cost_one']:.3f}; all labels, uniform: {baseline['accuracy_all']:.3f}. "
        f"{evaluation.seconds:.0f} s.",
        "",
        table_row(
            "method",
            "audits",
            *(f"RAUC at {share:.0%}" for share in shares),
            "95 %",
            "saving",
            "accuracy",
            "r",
            "ECE",
            "coverage",
        ),
        "|---" + rule(len(shares) + 6),
    ]
    wide = results.pivot_table(index=["contender", "variant"], columns="train_share", values="rauc_mean")
    for row in results[results["train_share"] == LARGEST].to_dict("records"):
        by_share = [f"{wide.loc[(row['contender'], row['variant']), share]:.2f}" for share in shares]
        interval = f"{row['rauc_low']:.2f} … {row['rauc_high']:.2f}"
        quality = [
            f"{row['accuracy_all']:.3f}",
            number(row["correlation"]),
            number(row["ece"]),
            number(row["coverage"]),
        ]
        saving = f"{row['saving_at_parity']:.0%}"
        lines.append(table_row(row["contender"], row["variant"], *by_share, interval, saving, *quality))
    return "\n".join(lines) + "\n"


def number(value: float | None) -> str:
    return "" if pd.isna(value) else f"{value:.3f}"


def coverages(intervals: pd.DataFrame) -> str:
    """How often the intervals held, by set; of items also after each number of labels."""
    points = sorted(intervals["n_labels"].unique())
    lines = [
        table_row("set", "worker", "worker and type", "item", *(f"after {point}" for point in points)),
        rule(len(points) + 3),
    ]
    for name, cases in intervals.groupby("data", sort=False):
        items = cases[cases["grain"] == "item"]
        parts = [cases[cases["grain"] == grain] for grain in ("worker", "worker and type", "item")]
        parts += [items[items["n_labels"] == point] for point in points]
        lines.append(table_row(str(name), *(f"{part['coverage'].mean():.1%}" for part in parts)))
    return "\n".join(lines) + "\n"


def family(results: pd.DataFrame, intervals: pd.DataFrame) -> list[str]:
    """What came out on sets of one origin."""
    parts = ["| claim | numbers | |", "|---|---|---|"]
    parts += [claim.row() for claim in (*claims(results), *goals(results), covered(intervals))]
    parts += ["", f"Means over the {results['data'].nunique()} sets:", "", league(results)]
    categories = results[results["kind"] == "category"]
    if 0 < categories["data"].nunique() < results["data"].nunique():
        parts += [f"Means over the {categories['data'].nunique()} sets of categories, where Dawid–Skene applies:"]
        parts += ["", league(categories)]
    parts += matrices(results)
    parts += [
        "How often the 95 % intervals that a run shows held on items that were not learned from:",
        "",
        coverages(intervals),
    ]
    return parts


def page(sections: list[str], results: pd.DataFrame, intervals: pd.DataFrame, peers: str, seconds: float) -> str:
    parts = [INTRODUCTION.read_text(encoding="utf-8").rstrip("\n"), ""]
    for title in ("generated", "public"):
        names = results.loc[results["is_generated"] == (title == "generated"), "data"].unique()
        if len(names) > 0:
            parts += [f"## On the {title} sets", ""]
            parts += family(*(frame[frame["data"].isin(names)] for frame in (results, intervals)))
    if peers:
        parts += ["## Beside other libraries", "", peers]
    parts += ["## Set by set", "", *sections]
    load = os.getloadavg()[2] / (os.cpu_count() or 1)  # of the last quarter of an hour; above 1, others were at work
    took = f"All of it took {seconds / 60:.0f} minutes on {os.cpu_count()} cores, with a load of {load:.1f} for each."
    parts += [f"{took} The seconds of a set are those of the clock, beside other sets and all else.", ""]
    return "\n".join(parts)
