"""Answers of oakdb's methods and of other libraries on the same splits of categorical data: how many are right?

    pip install '.[peers]'
    python benchmarks/peers.py FOLDER …        # each with annotations.parquet and gold.parquet
    python benchmarks/peers.py FOLDER … --out docs/peers.json        # for the page that `make reproduce` writes

The peers see all labels that a trial draws, of training and test items, and no audits; they know of none. oakdb's
methods learn on the training items, a fifth of them audited, as `oakdb evaluate` does. Accuracy is that of the answers
of all test items. Of crowd-kit, Wawa does not run with the scikit-learn of the day, and MMSR not on sparse data.
"""

import argparse
import json
from collections.abc import Callable
from hashlib import md5
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
from cleanlab.multiannotator import get_majority_vote_label
from crowdkit.aggregation import GLAD, DawidSkene, MajorityVote, OneCoinDawidSkene

import oakdb

TRAIN_SHARE, LABELS_PER_ITEM = 0.7, 3
CROWD_KIT = {
    "MajorityVote": MajorityVote,
    "DawidSkene": lambda: DawidSkene(n_iter=20),
    "OneCoinDawidSkene": lambda: OneCoinDawidSkene(n_iter=20),
    "GLAD": lambda: GLAD(n_iter=20, silent=True),
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--out", type=Path, help="a file for what the peers found, as JSON")
    options = parser.parse_args()
    found = []
    for folder in options.folders:
        labels = pd.read_parquet(folder / "annotations.parquet").astype({"label": str})
        truth = pd.read_parquet(folder / "gold.parquet").astype({"label": str}).set_index("item_id")["label"]
        rows = [row for seed in range(options.trials) for row in of_peers(labels, truth, seed)]
        found += [{"data": folder.name, "method": name, "accuracy": value} for name, value in means(rows).items()]
        table = means([*rows, *of_oakdb(folder, options.trials, "seq" in labels)])
        print(f"\n{folder.name}: accuracy of the answers, mean of {options.trials} trials")
        print(table.sort_values(ascending=False).round(4).to_string(header=False))
    if options.out is not None:
        versions = {library: version(library) for library in ("crowd-kit", "cleanlab")}
        written = {"versions": versions, "trials": options.trials, "accuracy": found}
        options.out.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


def means(rows: list[tuple[str, float]]) -> "pd.Series[float]":
    return pd.DataFrame(rows, columns=["method", "accuracy"]).groupby("method")["accuracy"].mean()


def of_oakdb(folder: Path, trials: int, is_timed: bool) -> list[tuple[str, float]]:
    found = oakdb.evaluate(
        folder / "annotations.parquet",
        folder / "gold.parquet",
        "category",
        trials=trials,
        train_share=[TRAIN_SHARE],
        weights=["linear", "log_odds"],
        **({"time_column": "seq"} if is_timed else {}),
    ).results
    shown = found[(found["audit_weight"] > 0) | found["method"].isin(["SAD", "Uniform"])]
    return [
        (f"oakdb {row.method}{'' if pd.isna(row.weights) else ', ' + row.weights}", row.accuracy_all)
        for row in shown.itertuples()
    ]


def of_peers(labels: pd.DataFrame, truth: "pd.Series[str]", seed: int) -> list[tuple[str, float]]:
    drawn = first_labels(labels, seed)
    count = drawn.groupby("task")["label"].transform("size")
    is_test = drawn["task"].map(lambda item: share(f"{item}|{seed}")) >= TRAIN_SHARE
    test = drawn.loc[is_test & (count >= 2), "task"].drop_duplicates()
    test = test[test.isin(truth.index)]
    answers: dict[str, Callable[[], pd.Series]] = {
        f"crowd-kit {name}": lambda peer=peer: peer().fit_predict(drawn) for name, peer in CROWD_KIT.items()
    }
    answers["cleanlab majority vote"] = lambda: by_cleanlab(drawn)
    return [
        (name, float((answer().reindex(test).to_numpy() == truth.reindex(test).to_numpy()).mean()))
        for name, answer in answers.items()
    ]


def by_cleanlab(drawn: pd.DataFrame) -> pd.Series:
    """Its models need the predictions of a classifier; without one it votes."""
    classes = np.sort(drawn["label"].unique())
    wide = drawn.assign(code=np.searchsorted(classes, drawn["label"])).pivot(
        index="task", columns="worker", values="code"
    )
    return pd.Series(classes[get_majority_vote_label(wide)], index=wide.index)


def first_labels(labels: pd.DataFrame, seed: int) -> pd.DataFrame:
    """The labels that a trial draws, as `task`, `worker`, `label`: see docs/method.md, evaluation."""
    keys = zip(labels["item_id"], labels["worker_id"], strict=True)
    order = labels["seq"] if "seq" in labels else [md5(f"{i}|{w}|{seed}".encode()).hexdigest() for i, w in keys]
    ordered = labels.assign(order=order).sort_values(["item_id", "order", "worker_id"])
    first = ordered[ordered.groupby("item_id").cumcount() < LABELS_PER_ITEM]
    return first.rename(columns={"item_id": "task", "worker_id": "worker"})[["task", "worker", "label"]]


def share(text: str) -> float:
    return int(md5(text.encode()).hexdigest()[:8], 16) / 2**32


if __name__ == "__main__":
    main()
