"""The report of a labelling task: what a run has left in its schema, drawn."""

import math

import duckdb
import pandas as pd

from oakdb.display import cell
from oakdb.report import task_charts as charts
from oakdb.report.look import MOST_POINTS, finished, shown_names
from oakdb.report.page import Page, Section, Table
from oakdb.results import Results

AT_EITHER_END = 25  # workers in the charts: the weakest and the strongest
MOST_TYPES = 25
MOST_ITEMS = 50
SAMPLES = 3  # rows left out that are shown, per reason
BINS = 20


def task_page(task: Results) -> Page:
    """All sections of the report, in the order in which a reader needs them."""
    decisions = task.decisions
    workers, cells = task.workers, task.worker_types
    chosen = _ends(workers)
    return Page(
        f"oakdb: labelling task {cell(task.schema)}",
        {name.removeprefix("n_").replace("_", " "): value for name, value in task.summary.items()},
        [
            _asked(decisions),
            _counts(decisions),
            _accuracies(decisions),
            _workers(workers, chosen),
            _worker_types(cells, chosen),
            _calibration(task.calibration, cells),
            _rejected(task),
        ],
        task.warnings,
    )


def _asked(decisions: pd.DataFrame) -> Section:
    asked = decisions[decisions["decision"] == "ask"].sort_values(["priority", "item_id"], ascending=[False, True])
    title = "Items to ask about first"
    if asked.empty:
        return Section(title, "None: every item may stop.")
    text = f"Where one more label is expected to add most comes first; {_shown(len(asked), MOST_ITEMS, 'items')}."
    return Section(title, text, tables=[Table(asked.head(MOST_ITEMS).drop(columns=["decision", "priority"]))])


def _counts(decisions: pd.DataFrame) -> Section:
    counts = decisions.groupby(["n_labels", "decision"]).size().reset_index(name="n_items")
    text = "Each bar is all items with so many labels: those that may stop, and those to ask about."
    chart = finished("decisions", charts.decision_counts(counts), text)
    return Section("Decisions by number of labels", text, chart)


def _accuracies(decisions: pd.DataFrame) -> Section:
    title = "Estimated accuracy of the answers"
    known = decisions.dropna(subset="estimated_accuracy")
    if known.empty:
        return Section(title, "No answer has an estimate yet: there are no two labels of one item to compare.")
    low = (known["estimated_accuracy"] * BINS).map(math.floor).clip(0, BINS - 1) / BINS
    bins = known.assign(low=low, high=low + 1 / BINS).groupby(["low", "high", "decision"]).size()
    thresholds = decisions[["threshold"]].drop_duplicates()
    unknown = len(decisions) - len(known)
    text = (
        "Bars count the answers by how accurate they are estimated to be; dashed lines are the thresholds for stopping."
    )
    chart = finished("accuracy", charts.accuracy_histogram(bins.reset_index(name="n_items"), thresholds), text)
    return Section(title, text + (f" {unknown} items without an estimate are left out." if unknown else ""), chart)


def _workers(workers: pd.DataFrame, chosen: pd.DataFrame) -> Section:
    title = "Workers"
    if chosen.empty:
        return Section(title, "No worker has an estimate yet: there are no two labels of one item to compare.")
    text = "Each row is a worker, the weakest first: the point is the estimated accuracy, the line its 95 % interval."
    names = shown_names(chosen["worker_id"])
    shown = chosen.assign(worker_id=chosen["worker_id"].map(names))
    chart = finished("workers", charts.worker_intervals(shown), text)
    unknown = int(workers["estimated_accuracy"].isna().sum())
    return Section(
        title,
        f"{text} {_of_workers(workers)}" + (f" {unknown} without an estimate are left out." if unknown else ""),
        chart,
    )


def _worker_types(cells: pd.DataFrame, chosen: pd.DataFrame) -> Section:
    title = "Workers by type of label"
    sizes = cells.groupby("label_type")["n_labels"].sum().sort_values(ascending=False, kind="stable")
    shown = cells[cells["worker_id"].isin(chosen["worker_id"]) & cells["label_type"].isin(sizes.index[:MOST_TYPES])]
    shown = shown.dropna(subset="estimated_accuracy")
    if shown.empty:
        return Section(title, "No worker has an estimate for any type yet.")
    workers, types = shown_names(chosen["worker_id"]), shown_names(sizes.index[:MOST_TYPES])
    shown = shown.assign(worker_id=shown["worker_id"].map(workers), label_type=shown["label_type"].map(types))
    text = "Each cell is how accurate the worker's labels of the type are estimated to be; an empty one has no label."
    chart = finished("worker_types", charts.worker_types(shown, list(workers.values()), list(types.values())), text)
    return Section(
        title, f"{text} Workers as above; {_shown(len(sizes), MOST_TYPES, 'types')}, most labels first.", chart
    )


def _calibration(calibration: pd.DataFrame, cells: pd.DataFrame) -> Section:
    title = "From agreement to accuracy"
    audited = cells.dropna(subset=["mean_similarity", "audit_accuracy"])
    if audited.empty:
        return Section(title, "Nothing was audited, so agreement with other workers is taken for accuracy as it is.")
    is_overall = calibration["label_type"] == charts.ALL_TYPES
    by_audits = calibration[~is_overall].sort_values("n_audits", ascending=False, kind="stable")
    known = pd.concat([calibration[is_overall], by_audits.head(MOST_TYPES)])
    names = shown_names(known["label_type"])
    lines = known.assign(label_type=known["label_type"].map(names))
    ends = pd.concat(
        [lines.assign(mean_similarity=x, accuracy=lines["intercept"] + x * lines["slope"]) for x in (0, 1)]
    )
    points = audited[audited["label_type"].isin(names)].nlargest(MOST_POINTS, "n_audits")
    points = points.assign(label_type=points["label_type"].map(names), worker_id=points["worker_id"].map(cell))
    chart = charts.calibration_lines(
        ends, points.rename(columns={"audit_accuracy": "accuracy"}), lines["label_type"].tolist()[1:]
    )
    text = (
        "Each point is a worker's labels of one type, each line how agreement is turned into accuracy for a type:"
        " by its own line, by the overall one where too little was audited, or as it is (identity)."
    )
    return Section(
        title,
        f"{text} {_shown(len(by_audits), MOST_TYPES, 'types').capitalize()}, most audited first.",
        finished("calibration", chart, text),
        [Table(known, "The lines, by label type")],
    )


def _rejected(task: Results) -> Section:
    title = "Rows left out"
    reasons = task.rejected_reasons
    if reasons.empty:
        return Section(title, "None: every row of the input was used.")
    column, constant = duckdb.ColumnExpression, duckdb.ConstantExpression
    samples = [
        task.relation("rejected_rows")
        .filter((column("source") == constant(reason.source)) & (column("reason") == constant(reason.reason)))
        .order("row")
        .limit(SAMPLES)
        .df()
        for reason in reasons.itertuples()
    ]
    tables = [Table(reasons, "How many, and why"), Table(pd.concat(samples), "Some of them")]
    return Section(title, "These rows of the input could not be used; all of them are in rejected_rows.", tables=tables)


def _ends(workers: pd.DataFrame) -> pd.DataFrame:
    """The workers that charts show, the weakest first: all, or those at either end."""
    ordered = workers.dropna(subset="estimated_accuracy").sort_values(["estimated_accuracy", "worker_id"])
    if len(ordered) <= 2 * AT_EITHER_END:
        return ordered
    return pd.concat([ordered.head(AT_EITHER_END), ordered.tail(AT_EITHER_END)])


def _of_workers(workers: pd.DataFrame) -> str:
    known = int(workers["estimated_accuracy"].notna().sum())
    if known <= 2 * AT_EITHER_END:
        return ""
    return f"Shown are the {AT_EITHER_END} weakest and the {AT_EITHER_END} strongest of {known}."


def _shown(count: int, most: int, things: str) -> str:
    return f"shown are {most} of {count} {things}" if count > most else f"all {count} {things} are shown"
