"""What benchmarks/peers.py has found of other libraries, beside oakdb's answers on the same splits."""

import json
from pathlib import Path

import pandas as pd

from reproduce.league import MEASURES, bold, ranked, rule, table_row

FOUND = Path(__file__).parent.parent / "docs/peers.json"
(ACCURACY,) = (measure for measure in MEASURES if measure.column == "accuracy_all")


def peers(results: pd.DataFrame, found: Path = FOUND) -> str:
    """Accuracy of the answers of all labels, by method and set of categories; nothing where no peer was tried."""
    if not found.is_file():
        return ""
    written = json.loads(found.read_text(encoding="utf-8"))
    theirs = pd.DataFrame(written["accuracy"])
    ours = ranked(results).assign(
        method=lambda rows: "oakdb " + rows["ranked"], accuracy=lambda rows: rows["accuracy_all"]
    )
    both = pd.concat([theirs, ours[ours["data"].isin(theirs["data"])]])[["method", "data", "accuracy"]]
    wide = both[both["data"].isin(results["data"])].pivot_table(index="method", columns="data", values="accuracy")
    if wide.empty:
        return ""
    wide = wide.assign(mean=wide.mean(axis=1)).sort_values("mean", ascending=False, kind="stable")
    best = {name: ACCURACY.best(wide[name]) for name in wide.columns}
    versions = ", ".join(f"{name} {version}" for name, version in written["versions"].items())
    lines = [
        f"Accuracy of the answers of all labels on the test items, mean of {written['trials']} trials; {versions},",
        "by `python benchmarks/peers.py --out docs/peers.json`. The peers see the labels of training and test items",
        "and no audits, for they know of none; oakdb's methods learn on the training items, a fifth of them audited.",
        "cleanlab's models need the predictions of a classifier; without one it votes.",
        "",
        table_row("method", *map(str, wide.columns)),
        rule(len(wide.columns)),
    ]
    for name, row in wide.iterrows():
        cells = [bold(ACCURACY.text(row[data]), name in best[data]) for data in wide.columns]
        lines.append(table_row(str(name), *cells))
    return "\n".join(lines) + "\n"
