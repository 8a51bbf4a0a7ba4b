"""Several decision points: learn and plan on one half of the items, stop on the other. Tables for the guide."""

import hashlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd

import oakdb
from oakdb.building import build_model
from oakdb.planning import plan
from oakdb.render import render_aside
from oakdb.report.look import GREY, PALETTE, AnyChart, values
from reproduce.league import table_row
from reproduce.sources import Source, generated, in_folder

SEEDS, MAX_LABELS, AUDIT_SHARE, GENERATED_ITEMS = 10, 5, 0.4, 4000
RELATIONS = ("tested_points", "tested_policies", "tested_curves")
FAMILIES = ("planned", "several", "shared", "shared on Ĉ", "single")
T_QUANTILE = 2.262  # of Student's t with 9 degrees of freedom, 97.5 %
GUIDE = Path(__file__).parent.parent / "docs/decisions-guide.md"
START, END = "<!-- written by make reproduce: from here -->\n", "<!-- to here -->\n"


def main(folders: list[Path]) -> None:
    found: dict[str, list[pd.DataFrame]] = {name: [] for name in RELATIONS}
    with tempfile.TemporaryDirectory() as scratch:
        sources = [found for folder in folders for found in in_folder(folder)]
        for source in [*generated(Path(scratch), GENERATED_ITEMS), *sources]:
            print(f"{source.name}: {source.kind}", file=sys.stderr)
            for trial in halves(source):
                for name, frame in trial.items():
                    found[name].append(frame)
    points, policies, curves = (pd.concat(found[name]) for name in RELATIONS)
    text = GUIDE.read_text(encoding="utf-8")
    before, after = text.split(START)[0], text.split(END)[1]
    tables = "\n".join([estimates_table(points), worth_table(policies), hurt_table(policies)])
    GUIDE.write_text(f"{before}{START}\n{tables}\n{END}{after}", encoding="utf-8")
    curve_chart(curves[curves["seed"] == 0]).save(GUIDE.with_name("decisions-guide.svg"))


def halves(source: Source) -> Iterator[dict[str, pd.DataFrame]]:
    """For each seed, what came out on the half that was not learned from."""
    annotations, truths = pd.read_parquet(source.annotations), pd.read_parquet(source.truth)
    for seed in range(SEEDS):
        is_learned = annotations["item_id"].map(lambda item, seed=seed: share("half", item, seed) < 0.5)
        is_audited = truths["item_id"].map(
            lambda item, seed=seed: share("half", item, seed) < 0.5 and share("audit", item, seed) < AUDIT_SHARE
        )
        is_tested = truths["item_id"].map(lambda item, seed=seed: share("half", item, seed) >= 0.5)
        settings: dict[str, Any] = {"time_column": "seq"} if "seq" in annotations else {}
        with oakdb.run(
            annotations[is_learned], truths[is_audited], source.kind, max_labels=MAX_LABELS, **settings
        ) as task:
            plan(task, price=0.05)
            for name, rows in (("raw_annotations", annotations[~is_learned]), ("raw_audits", truths[is_tested])):
                task.con.from_df(rows).query("rows", f"create or replace table {task.name(name)} as from rows")
            for model in render_aside("halves", task.settings, task.schema).values():
                build_model(task, model)
            yield {name: task.table(name).assign(seed=seed, data=source.name) for name in RELATIONS}


def share(purpose: str, item: str, seed: int) -> float:
    """Where an item falls, from 0 to 1, by a hash."""
    return int(hashlib.md5(f"{purpose}|{item}|{seed}".encode()).hexdigest()[:8], 16) / 2**32


def kinds_of_sets(frame: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    is_generated = frame["data"].str.endswith("(generated)")
    for title, rows in (("generated", frame[is_generated]), ("public", frame[~is_generated])):
        if not rows.empty:
            yield title, rows


def estimates_table(points: pd.DataFrame) -> str:
    """Correlation and calibration of Ĉ and C̃ after t labels, means over the sets."""
    lines = [
        "| sets | t | r of Ĉ | r of C̃ | ECE of Ĉ | ECE of C̃ |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for title, rows in kinds_of_sets(points[points["n_labels"] <= 3]):
        by_set = rows.groupby(["n_labels", "estimator", "data"])[["correlation", "ece"]].mean()
        means = by_set.groupby(["n_labels", "estimator"]).mean()
        for t in sorted(rows["n_labels"].unique()):
            raw, shifted = means.loc[(t, "raw_accuracy")], means.loc[(t, "estimated_accuracy")]
            numbers = (raw["correlation"], shifted["correlation"], raw["ece"], shifted["ece"])
            lines.append(table_row(title, str(t), *(f"{number:.3f}" for number in numbers)))
    return "\n".join(lines) + "\n"


def worth_table(policies: pd.DataFrame) -> str:
    """Accuracy less price of the labels on the other half, mean over prices and trials, and its lead over single."""
    wide = policies.pivot_table(index=["data", "seed"], columns="family", values="worth", aggfunc="mean")
    wide["lead"] = wide["planned"] - wide["single"]
    lines = [table_row("set", *FAMILIES, "planned − single, 95 %"), "|---|" + "---:|" * (len(FAMILIES) + 1)]
    for title, rows in kinds_of_sets(wide.reset_index()):
        for name, trials in rows.groupby("data"):
            lines.append(worth_row(str(name), trials))
        lines.append(worth_row(f"**mean of the {title} sets**", rows.groupby("seed").mean(numeric_only=True)))
    return "\n".join(lines) + "\n"


def worth_row(name: str, trials: pd.DataFrame) -> str:
    half = T_QUANTILE * trials["lead"].std() / len(trials) ** 0.5
    lead = trials["lead"].mean()
    worths = [f"{trials[family].mean():.4f}" for family in FAMILIES]
    return table_row(name, *worths, f"{lead:+.4f} ({lead - half:+.4f} to {lead + half:+.4f})")


def hurt_table(policies: pd.DataFrame) -> str:
    """Where the same threshold at all points is worth less than one at a single point."""
    wide = policies.pivot_table(index=["data", "price"], columns="family", values="worth", aggfunc="mean")
    lines = [table_row("set", "price of a label", *FAMILIES), "|---|---:|" + "---:|" * len(FAMILIES)]
    hurt = wide[wide[["shared", "shared on Ĉ"]].min(axis=1) < wide["single"]].reset_index()
    for row in hurt.to_dict("records"):
        lines.append(table_row(row["data"], f"{row['price']:g}", *(f"{row[family]:.4f}" for family in FAMILIES)))
    return "\n".join(lines) + "\n"


def curve_chart(curves: pd.DataFrame) -> AnyChart:
    """Cost and accuracy on the other half, of every threshold and of every policy of the learned frontier."""
    shown = ["planned", "shared", "shared on Ĉ", "single"]
    return (
        alt.Chart(values(curves[["data", "family", "cost", "accuracy"]].sort_values("cost")), width=220, height=160)
        .mark_line(strokeWidth=1.5)
        .encode(
            x=alt.X("cost:Q", title="labels per item", scale=alt.Scale(zero=False)),
            y=alt.Y("accuracy:Q", axis=alt.Axis(title="accuracy", format=".0%"), scale=alt.Scale(zero=False)),
            color=alt.Color(
                "family:N", scale=alt.Scale(domain=shown, range=[PALETTE[0], PALETTE[1], PALETTE[2], GREY]), title=None
            ),
            facet=alt.Facet("data:N", columns=4, title=None),
        )
        .resolve_scale(x="independent", y="independent")
    )


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
