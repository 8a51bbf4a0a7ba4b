"""docs/results.md, from the results of all data sets."""

import os
from pathlib import Path

import pandas as pd

import oakdb
from reproduce.claims import LARGEST, claims
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
        "|---|---|" + "---:|" * (len(shares) + 6),
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


def table_row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def number(value: float | None) -> str:
    return "" if pd.isna(value) else f"{value:.3f}"


def ranked(results: pd.DataFrame) -> pd.DataFrame:
    """Every method at the largest training size, audits folded in where it uses any."""
    chosen = results[results["train_share"] == LARGEST]
    chosen = chosen[(chosen["variant"] == "folded in") | chosen["method"].isin(["SAD", "Uniform"])]
    return chosen.assign(ranked=chosen["method"] + " (" + chosen["scheme"] + ")")


def league(results: pd.DataFrame) -> str:
    """Means over the sets; methods that are for some kinds only are left out."""
    chosen = ranked(results)
    everywhere = chosen.groupby("ranked")["data"].nunique() == chosen["data"].nunique()
    columns = ["rauc_mean", "saving_at_parity", "accuracy_all", "ece", "coverage"]
    means = chosen.groupby("ranked")[columns].mean()[everywhere].sort_values("rauc_mean", ascending=False)
    lines = [
        "| method (weights) | RAUC | saving at parity | accuracy | ECE | coverage |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, row in means.iterrows():
        quality = [f"{row['accuracy_all']:.3f}", number(row["ece"]), number(row["coverage"])]
        lines.append(table_row(str(name), f"{row['rauc_mean']:.2f}", f"{row['saving_at_parity']:.1%}", *quality))
    return "\n".join(lines) + "\n"


def matrix(results: pd.DataFrame) -> str:
    """RAUC of every method on every set, the largest of a set in bold."""
    wide = ranked(results).pivot_table(index="data", columns="ranked", values="rauc_mean")
    wide = wide[wide.mean().sort_values(ascending=False).index]
    lines = [table_row("set", *map(str, wide.columns)), "|---|" + "---:|" * len(wide.columns)]
    for name, row in wide.iterrows():
        cells = ["" if pd.isna(value) else f"{value:.2f}" for value in row]
        best = list(row).index(row.max())
        cells[best] = f"**{cells[best]}**"
        lines.append(table_row(str(name), *cells))
    return "\n".join(lines) + "\n"


def page(sections: list[str], results: pd.DataFrame, seconds: float) -> str:
    parts = [INTRODUCTION.read_text(encoding="utf-8").rstrip("\n"), ""]
    for title, family in (("generated", results["is_generated"]), ("public", ~results["is_generated"])):
        if family.any():
            parts += [f"## On the {title} sets", "", "| claim | numbers | |", "|---|---|---|"]
            parts += [claim.row() for claim in claims(results[family])]
            parts += ["", f"Means over the {results[family]['data'].nunique()} sets:", "", league(results[family])]
            parts += ["RAUC, set by set:", "", matrix(results[family])]
    parts += ["## Set by set", "", *sections]
    parts += [f"All of it took {seconds / 60:.0f} minutes on {os.cpu_count()} cores.", ""]
    return "\n".join(parts)
