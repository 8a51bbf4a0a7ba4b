"""The report of an evaluation: what `results.json` says, drawn."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pandas as pd

from oakdb.display import cell
from oakdb.report import evaluation_charts as charts
from oakdb.report.look import MOST_POINTS, finished, shown_names
from oakdb.report.page import Page, Section, Table
from oakdb.report.variants import Record, Variants, estimator_name, learning_name, variants_of

MOST_TYPES = 8
ALL_TYPES = "*all*"
NO_ESTIMATES = "None of the methods estimates how accurate a label is."
RAUC = "RAUC is the area between a method's curve and Uniform's line, in percent of the area under that line"


def evaluation_page(results: dict[str, Any]) -> Page:
    """All sections of the report. What depends on how much was trained on is shown for the largest share."""
    largest = max(row["train_share"] for row in results["results"])
    tried, curves, thresholds = _with_one_name(results["results"], results["curves"], results["thresholds"])
    last = [row for row in tried if row["train_share"] == largest]
    variants = variants_of([row for row in last if row["method"] != charts.UNIFORM])
    methods = list(dict.fromkeys(row["method"] for row in tried if row["method"] != charts.UNIFORM))
    curves = [row for row in curves if row["train_share"] == largest]
    thresholds = [row for row in thresholds if row["train_share"] == largest]
    best = max(last, key=lambda row: row["rauc_mean"] or 0)
    return Page(
        f"oakdb: evaluation on {cell(results['data']['annotations'])}",
        _facts(results),
        [
            _table(last, largest),
            _curves(curves, variants, methods),
            _slider(thresholds, variants, methods, best["method"]),
            _training_size(tried, variants, methods),
            _side_by_side(last),
            _estimated_against_actual(results),
            _reliability(results["reliability"]),
            _settings(results),
        ],
        _notices(results),
    )


def _facts(results: dict[str, Any]) -> dict[str, Any]:
    data, baseline = results["data"], results["baseline"]
    counts = {name.removeprefix("n_"): value for name, value in data.items() if name.startswith("n_")}
    return {
        "kind": data["kind"],
        **counts,
        "truth": data["truth"],
        "accuracy of one label": baseline["accuracy_one"],
        "accuracy of all labels": baseline["accuracy_all"],
        "cost of one label": baseline["cost_one"],
    }


def _notices(results: dict[str, Any]) -> list[str]:
    truth = results["data"]["truth"]
    if truth == "given":
        return []
    return [
        f"No truth was given: the {cell(truth)} stands in for it. Every accuracy on this page is agreement with that"
        " answer, not with the truth, and methods that aggregate alike are favoured."
    ]


def _table(last: Sequence[Record], largest: float) -> Section:
    rows = [
        {
            "method": row["method"],
            "weights": row["weights"],
            "learning": learning_name(row) if row["correlation"] is not None else "",
            "RAUC": row["rauc_mean"],
            "from": row["rauc_low"],
            "to": row["rauc_high"],
            "saving at parity": row["saving_at_parity"],
            "accuracy, all labels": row["accuracy_all"],
            "correlation": row["correlation"],
            "ECE": row["ece"],
        }
        for row in sorted(last, key=lambda row: -(row["rauc_mean"] or 0))
    ]
    numbers = list(rows[0])[3:]
    frame = pd.DataFrame(rows).astype(dict.fromkeys(numbers, "float64"))
    text = (
        f"With {largest:.0%} of the items to train on, the best first. {RAUC}, with its 95 % interval over the trials;"
        " saving at parity is the share of the labels not needed to be as accurate as with all of them."
    )
    return Section("Results", text, tables=[Table(frame)])


def _curves(curves: Sequence[Record], variants: Variants, methods: Sequence[str]) -> Section:
    drawn = _placed([row for row in curves if row["method"] != charts.UNIFORM], variants)
    frame = pd.concat([drawn[["method", "cost", "accuracy", "variants"]], _uniform(drawn)])
    text = (
        "Higher at the same cost is better: each line is a method, the dashed one is Uniform, the same number of labels"
        " for every item. A diamond is where a method is as accurate as Uniform with all labels; click on a name in the"
        " legend to pick out its line."
    )
    chart = charts.cost_accuracy(
        frame, parity_points(drawn), variants.names, charts.method_colours([*methods, charts.UNIFORM])
    )
    return Section("Cost and accuracy", text, finished("cost_accuracy", chart, text))


def _uniform(drawn: pd.DataFrame) -> pd.DataFrame:
    """The baseline's line in each variant."""
    line = drawn.explode("variants").groupby(["variants", "cost"], as_index=False)["uniform_accuracy"].mean()
    return pd.DataFrame(
        {
            "method": charts.UNIFORM,
            "cost": line["cost"],
            "accuracy": line["uniform_accuracy"],
            "variants": [[place] for place in line["variants"]],
        }
    )


def parity_points(drawn: pd.DataFrame) -> pd.DataFrame:
    """Where each curve first reaches Uniform's accuracy with all labels, if it does."""
    points = []
    keys = [drawn["method"], drawn["variants"].map(tuple)]
    for _, curve in drawn.sort_values("cost", kind="stable").groupby(keys, sort=False):
        level = curve["uniform_accuracy"].iloc[-1]
        reached = curve["accuracy"].to_numpy() >= level
        if not reached.any():
            continue
        at = int(reached.argmax())
        after, before = curve.iloc[at], curve.iloc[max(at - 1, 0)]
        rise = after["accuracy"] - before["accuracy"]
        share = (level - before["accuracy"]) / rise if rise > 0 else 1.0
        cost = before["cost"] + share * (after["cost"] - before["cost"])
        reached_there = {"cost": cost, "accuracy": max(level, before["accuracy"])}
        points.append({"method": after["method"], "variants": after["variants"], **reached_there})
    return pd.DataFrame(points, columns=["method", "cost", "accuracy", "variants"])


def _slider(thresholds: Sequence[Record], variants: Variants, methods: Sequence[str], first: str) -> Section:
    title = "Choosing a threshold"
    if not thresholds:
        return Section(title, NO_ESTIMATES)
    frame = _placed(thresholds, variants)
    known = [method for method in methods if method in set(frame["method"])]
    text = (
        "Move the threshold: an item whose first label is estimated to be at least as accurate gets no other; the point"
        " and the numbers say what that costs and how accurate the answers are."
    )
    columns = ["method", "threshold", "cost", "accuracy", "variants"]
    chart = charts.threshold_slider(frame[columns], known, variants.names, first if first in known else known[0])
    return Section(title, text, finished("threshold", chart, text))


def _training_size(tried: Sequence[Record], variants: Variants, methods: Sequence[str]) -> Section:
    frame = _placed([row for row in tried if row["method"] != charts.UNIFORM], variants)
    columns = ["method", "train_share", "rauc_mean", "rauc_low", "rauc_high", "variants"]
    text = f"Does more training help? {RAUC}; the dashed line is Uniform itself, vertical lines are 95 % intervals."
    chart = charts.rauc_by_training_size(frame[columns], variants.names, charts.method_colours(methods))
    return Section("RAUC by training size", text, finished("training_size", chart, text))


def _side_by_side(last: Sequence[Record]) -> Section:
    rows = [
        {
            "row": f"{row['method']}, {str(row['weights']).replace('_', ' ')}"
            if row["aggregation"] == "weighted"
            else row["method"],
            "learning": learning_name(row) if row["correlation"] is not None else "learns nothing",
            **{name: row[name] for name in ("rauc_mean", "rauc_low", "rauc_high")},
        }
        for row in sorted(last, key=lambda row: -(row["rauc_mean"] or 0))
        if row["method"] != charts.UNIFORM
    ]
    frame = pd.DataFrame(rows)
    text = (
        "Each row is a method and its weights, the best first; colours are the ways of learning:"
        " calibrated on audits or not, audits folded into the estimates or not."
    )
    chart = charts.rauc_by_variant(frame, list(dict.fromkeys(frame["row"])))
    return Section("Variants side by side", text, finished("variants", chart, text))


def _estimated_against_actual(results: dict[str, Any]) -> Section:
    title = "Estimated against actual accuracy"
    if not results["calibration"]:
        return Section(title, NO_ESTIMATES)
    cells = pd.DataFrame(results["calibration"])
    estimators = _estimators(results["calibration"], results["correlations"])
    cells["estimator"] = [estimator_name(row) for row in results["calibration"]]
    sizes = cells.groupby("label_type")["n_labels"].sum().sort_values(ascending=False, kind="stable")
    names = shown_names(sizes.index)
    top = [names[label_type] for label_type in sizes.index[:MOST_TYPES]]
    types = [*top, charts.OTHER] if len(sizes) > MOST_TYPES else top
    label_types = cells["label_type"].map(names)
    cells = cells.assign(
        worker_id=cells["worker_id"].map(cell),
        label_type=label_types,
        type=label_types.where(label_types.isin(top), charts.OTHER),
    )
    shown = cells.sort_values("n_labels", ascending=False, kind="stable").groupby("estimator").head(MOST_POINTS)
    columns = ["estimator", "worker_id", "label_type", "type", "n_labels", "estimated", "actual"]
    text = (
        "Each point is a worker's labels of one type: on the dashed line the estimate is right, above it too low,"
        " below it too high. The table has the correlation of the two, over all points and by type."
    )
    is_cut = cells.groupby("estimator").size().max() > MOST_POINTS
    chart = charts.estimated_against_actual(shown[columns], estimators, types)
    return Section(
        title,
        text + (f" Drawn are the {MOST_POINTS:,} with the most labels." if is_cut else ""),
        finished("estimated_actual", chart, text),
        [_correlations(results["correlations"], estimators, list(sizes.index[:MOST_TYPES]), names)],
    )


def _correlations(
    correlations: Sequence[Record], estimators: Sequence[str], types: Sequence[str], names: dict[str, str]
) -> Table:
    """A row per estimator, a column for all types together and for each large type."""
    found = {(estimator_name(row), row["label_type"]): row["correlation"] for row in correlations}
    rows = [
        {
            "estimator": estimator,
            "all types": found.get((estimator, ALL_TYPES)),
            **{names[label_type]: found.get((estimator, label_type)) for label_type in types},
        }
        for estimator in estimators
    ]
    frame = pd.DataFrame(rows)
    return Table(
        frame.astype(dict.fromkeys(frame.columns[1:], "float64")), "Correlation of estimated and actual accuracy"
    )


def _reliability(bins: Sequence[Record]) -> Section:
    title = "Reliability"
    if not bins:
        return Section(title, NO_ESTIMATES)
    frame = pd.DataFrame(bins)
    frame["estimator"] = [estimator_name(row) for row in bins]
    frame["off"] = (frame["estimated"] - frame["actual"]).abs() * frame["n_labels"]
    sums = frame.groupby("estimator", sort=False)[["off", "n_labels"]].sum()
    errors = (sums["off"] / sums["n_labels"]).sort_values(kind="stable")
    frame["ece"] = frame["estimator"].map(errors)
    text = (
        "Labels in ten parts by their estimate: on the dashed line, as many are right as the estimate says. The"
        f" expected calibration error (ECE) is the mean distance to it: {errors.iloc[0]:.3f} for {errors.index[0]}."
    )
    columns = ["estimator", "bin", "n_labels", "estimated", "actual", "ece"]
    chart = charts.reliability(frame[columns], list(errors.index))
    return Section(title, text, finished("reliability", chart, text))


def _settings(results: dict[str, Any]) -> Section:
    settings = pd.DataFrame(
        {"setting": list(results["settings"]), "value": [cell(value) for value in results["settings"].values()]}
    )
    text = f"What the evaluation was run with; it took {results['seconds']:,.1f} seconds on {results['cores']} cores."
    return Section("Settings", text, tables=[Table(settings)])


def _estimators(cells: Sequence[Record], correlations: Sequence[Record]) -> list[str]:
    """The estimators by name, the one with the best correlation over all types first."""
    overall = {estimator_name(row): row["correlation"] or 0 for row in correlations if row["label_type"] == ALL_TYPES}
    return sorted(dict.fromkeys(estimator_name(row) for row in cells), key=lambda name: -overall.get(name, 0))


def _placed(rows: Sequence[Record], variants: Variants) -> pd.DataFrame:
    placed = pd.DataFrame([{**row, "variants": variants.places(row)} for row in rows])
    return placed[placed["variants"].map(len) > 0]


def _with_one_name(*parts: Sequence[Record]) -> list[list[Record]]:
    """The rows of a method that was tried with several aggregations say in its name with which."""
    pairs = {(row["method"], row["aggregation"]) for rows in parts for row in rows}
    times = Counter(method for method, _ in pairs)
    return [
        [
            row if times[row["method"]] == 1 else {**row, "method": f"{row['method']}, {row['aggregation']}"}
            for row in rows
        ]
        for rows in parts
    ]
