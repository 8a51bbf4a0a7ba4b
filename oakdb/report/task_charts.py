"""The charts of a labelling task: pure functions from frames to charts."""

import altair as alt
import pandas as pd

from oakdb.report.look import DECISION_COLOURS, GREY, INK, PALETTE, AnyChart, share_axis, values

ALL_TYPES = "*all*"
SOURCES = ("own", "overall", "identity")
ROW = 16


def worker_intervals(workers: pd.DataFrame) -> AnyChart:
    """Estimated accuracy and 95 % interval of each worker, in the order of the frame."""
    names = workers["worker_id"].tolist()
    base = alt.Chart(values(workers)).encode(
        y=alt.Y("worker_id:N", sort=names, title=None),
        tooltip=[
            alt.Tooltip("worker_id:N", title="worker"),
            alt.Tooltip("estimated_accuracy:Q", title="estimated accuracy", format=".1%"),
            alt.Tooltip("accuracy_low:Q", title="from", format=".1%"),
            alt.Tooltip("accuracy_high:Q", title="to", format=".1%"),
            alt.Tooltip("n_labels:Q", title="labels"),
            alt.Tooltip("n_audits:Q", title="of them audited"),
        ],
    )
    axis = share_axis("estimated accuracy, with its 95 % interval")
    intervals = base.mark_rule(strokeWidth=2, opacity=0.4).encode(
        x=alt.X("accuracy_low:Q", axis=axis, scale=alt.Scale(domain=[0, 1])), x2="accuracy_high:Q"
    )
    points = base.mark_point(filled=True, opacity=1, color=PALETTE[0]).encode(
        x=alt.X("estimated_accuracy:Q", axis=axis),
        size=alt.Size("n_labels:Q", title="labels", scale=alt.Scale(range=[30, 200], zero=False)),
    )
    return alt.layer(intervals, points).properties(height=ROW * len(names))


def worker_types(cells: pd.DataFrame, workers: list[str], types: list[str]) -> AnyChart:
    """Estimated accuracy of each worker for each type of label."""
    return (
        alt.Chart(values(cells))
        .mark_rect()
        .encode(
            x=alt.X("label_type:N", sort=types, axis=alt.Axis(title="label type", labelAngle=-90, labelLimit=110)),
            y=alt.Y("worker_id:N", sort=workers, title=None),
            color=alt.Color(
                "estimated_accuracy:Q",
                scale=alt.Scale(scheme="viridis", domain=[0, 1]),
                legend=alt.Legend(title="estimated accuracy", format=".0%", orient="top"),
            ),
            tooltip=[
                alt.Tooltip("worker_id:N", title="worker"),
                alt.Tooltip("label_type:N", title="label type"),
                alt.Tooltip("estimated_accuracy:Q", title="estimated accuracy", format=".1%"),
                alt.Tooltip("accuracy_low:Q", title="from", format=".1%"),
                alt.Tooltip("accuracy_high:Q", title="to", format=".1%"),
                alt.Tooltip("n_labels:Q", title="labels"),
            ],
        )
        .properties(height=ROW * len(workers))
    )


def decision_counts(counts: pd.DataFrame) -> AnyChart:
    """How many items have so many labels, and what was decided of them."""
    return (
        alt.Chart(values(counts))
        .mark_bar()
        .encode(
            x=alt.X("n_labels:O", axis=alt.Axis(title="labels of the item", labelAngle=0)),
            y=alt.Y("n_items:Q", title="items"),
            color=alt.Color("decision:N", scale=DECISION_COLOURS, title="decision"),
            tooltip=["n_labels:O", "decision:N", "n_items:Q"],
        )
        .properties(height=220)
    )


def accuracy_histogram(bins: pd.DataFrame, thresholds: pd.DataFrame) -> AnyChart:
    """How many items lie in each twentieth of estimated accuracy; a line at each threshold."""
    bars = (
        alt.Chart(values(bins))
        .mark_bar(binSpacing=1)
        .encode(
            x=alt.X(
                "low:Q",
                bin="binned",
                axis=share_axis("estimated accuracy of the item's answer"),
                scale=alt.Scale(domain=[0, 1]),
            ),
            x2="high:Q",
            y=alt.Y("n_items:Q", title="items"),
            color=alt.Color("decision:N", scale=DECISION_COLOURS, title="decision"),
            tooltip=[
                alt.Tooltip("low:Q", title="from", format=".0%"),
                alt.Tooltip("high:Q", title="to", format=".0%"),
                "decision:N",
                "n_items:Q",
            ],
        )
    )
    lines = (
        alt.Chart(values(thresholds))
        .mark_rule(strokeDash=[4, 4])
        .encode(x="threshold:Q", tooltip=alt.Tooltip("threshold:Q", format=".1%"))
    )
    return alt.layer(bars, lines).properties(height=260)


def calibration_lines(lines: pd.DataFrame, workers: pd.DataFrame, types: list[str]) -> AnyChart:
    """The line of each type over the workers it was learned from; a type can be chosen."""
    chosen = alt.param(
        name="label_type", value=ALL_TYPES, bind=alt.binding_select(options=[ALL_TYPES, *types], name="Label type")
    )
    is_chosen = "label_type == '*all*' || datum.label_type == label_type"
    x = alt.X("mean_similarity:Q", axis=share_axis("mean similarity to other workers' labels"))
    y = alt.Y("accuracy:Q", axis=share_axis("accuracy on audited items"), scale=alt.Scale(domain=[0, 1]))
    points = (
        alt.Chart(values(workers))
        .transform_filter(is_chosen)
        .mark_point(filled=True, opacity=0.35, color=GREY)
        .encode(
            x=x,
            y=y,
            size=alt.Size("n_audits:Q", title="audited labels", scale=alt.Scale(range=[20, 300])),
            tooltip=["worker_id:N", "label_type:N", "mean_similarity:Q", "accuracy:Q", "n_audits:Q"],
        )
    )
    drawn = (
        alt.Chart(values(lines))
        .transform_filter(is_chosen)
        .mark_line(clip=True)
        .encode(
            x=x,
            y=y,
            detail="label_type:N",
            color=alt.Color(
                "source:N", title="line", scale=alt.Scale(domain=SOURCES, range=[PALETTE[0], PALETTE[1], INK])
            ),
            strokeWidth=alt.condition("datum.label_type == '*all*'", alt.value(4), alt.value(1.5)),
            tooltip=["label_type:N", "source:N", "slope:Q", "intercept:Q", "n_workers:Q", "n_audits:Q"],
        )
    )
    return alt.layer(points, drawn).add_params(chosen)
