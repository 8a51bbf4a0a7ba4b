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
            "method", "audits", *(f"RAUC at {share:.0%}" for share in shares), "95 %", "saving", "accuracy", "r", "ECE"
        ),
        "|---|---|" + "---:|" * (len(shares) + 5),
    ]
    wide = results.pivot_table(index=["contender", "variant"], columns="train_share", values="rauc_mean")
    for row in results[results["train_share"] == LARGEST].to_dict("records"):
        by_share = [f"{wide.loc[(row['contender'], row['variant']), share]:.2f}" for share in shares]
        interval = f"{row['rauc_low']:.2f} … {row['rauc_high']:.2f}"
        quality = [f"{row['accuracy_all']:.3f}", number(row["correlation"]), number(row["ece"])]
        saving = f"{row['saving_at_parity']:.0%}"
        lines.append(table_row(row["contender"], row["variant"], *by_share, interval, saving, *quality))
    return "\n".join(lines) + "\n"


def table_row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def number(value: float | None) -> str:
    return "" if pd.isna(value) else f"{value:.3f}"


def league(results: pd.DataFrame) -> str:
    """Every method by its means over the sets, audits folded in, at the largest training size."""
    chosen = results[(results["train_share"] == LARGEST) & results["variant"].isin(["folded in", "no audits"])]
    chosen = chosen[(chosen["variant"] == "folded in") | chosen["method"].isin(["SAD", "Uniform"])]
    chosen = chosen.assign(ranked=chosen["method"] + " (" + chosen["scheme"] + ")")
    means = chosen.groupby("ranked")[["rauc_mean", "saving_at_parity", "accuracy_all", "ece"]].mean()
    lines = ["| method (weights) | RAUC | saving at parity | accuracy | ECE |", "|---|---:|---:|---:|---:|"]
    for name, row in means.sort_values("rauc_mean", ascending=False).iterrows():
        saving, accuracy = f"{row['saving_at_parity']:.1%}", f"{row['accuracy_all']:.3f}"
        lines.append(table_row(str(name), f"{row['rauc_mean']:.2f}", saving, accuracy, number(row["ece"])))
    return "\n".join(lines) + "\n"


def page(sections: list[str], results: pd.DataFrame, seconds: float) -> str:
    parts = [INTRODUCTION.read_text(encoding="utf-8").rstrip("\n"), ""]
    for title, family in (("generated", results["is_generated"]), ("public", ~results["is_generated"])):
        if family.any():
            parts += [f"## On the {title} sets", "", "| claim | numbers | |", "|---|---|---|"]
            parts += [claim.row() for claim in claims(results[family])]
            parts += ["", f"Means over the {results[family]['data'].nunique()} sets:", "", league(results[family])]
    parts += ["## Set by set", "", *sections]
    parts += [f"All of it took {seconds / 60:.0f} minutes on {os.cpu_count()} cores.", ""]
    return "\n".join(parts)
