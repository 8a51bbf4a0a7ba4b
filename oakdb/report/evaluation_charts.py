"""The charts of an evaluation: pure functions from frames to charts."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from oakdb.report.look import GREY, INK, PALETTE, AnyChart, diagonal, share_axis, values

UNIFORM = "Uniform"
OTHER = "all other types"


def method_colours(methods: Sequence[str]) -> alt.Scale:
    """The same colour for a method in every chart; grey for the baseline."""
    colours = [GREY if name == UNIFORM else PALETTE[place % len(PALETTE)] for place, name in enumerate(methods)]
    return alt.Scale(domain=list(methods), range=colours)


def variant_choice(names: Sequence[str]) -> alt.Parameter:
    """A menu of the variants by number, where there is more than one."""
    if len(names) == 1:
        return alt.param(name="variant", value=0)
    menu = alt.binding_select(options=list(range(len(names))), labels=list(names), name="Variant")
    return alt.param(name="variant", value=0, bind=menu)


IN_VARIANT = "indexof(datum.variants, variant) >= 0"


def cost_accuracy(curves: pd.DataFrame, parity: pd.DataFrame, variants: Sequence[str], colours: alt.Scale) -> AnyChart:
    """The curve of each method in the chosen variant, and where it is as accurate as all labels of everybody."""
    highlighted = alt.selection_point(name="highlighted", fields=["method"], bind="legend")
    base = (
        alt.Chart(values(curves))
        .transform_filter(IN_VARIANT)
        .encode(
            x=alt.X("cost:Q", axis=share_axis("cost: labels used, of all"), scale=alt.Scale(zero=False, nice=False)),
            y=alt.Y("accuracy:Q", axis=alt.Axis(title="accuracy", format=".1%"), scale=alt.Scale(zero=False)),
            color=alt.Color("method:N", title="method", scale=colours),
            opacity=alt.condition(highlighted, alt.value(1), alt.value(0.15)),
        )
    )
    lines = base.mark_line(strokeWidth=2).encode(
        strokeDash=alt.condition(f"datum.method == '{UNIFORM}'", alt.value([6, 4]), alt.value([1, 0]))
    )
    hovered = base.mark_point(size=80, filled=True).encode(
        opacity=alt.value(0),
        tooltip=[
            "method:N",
            alt.Tooltip("cost:Q", format=".1%"),
            alt.Tooltip("accuracy:Q", format=".2%"),
        ],
    )
    points = (
        alt.Chart(values(parity))
        .transform_filter(IN_VARIANT)
        .mark_point(filled=True, shape="diamond", size=130, stroke=INK, strokeWidth=1)
        .encode(
            x="cost:Q",
            y="accuracy:Q",
            color=alt.Color("method:N", scale=colours),
            opacity=alt.condition(highlighted, alt.value(1), alt.value(0.15)),
            tooltip=[
                "method:N",
                alt.Tooltip("cost:Q", title="parity at a cost of", format=".1%"),
                alt.Tooltip("accuracy:Q", format=".2%"),
            ],
        )
    )
    return alt.layer(lines.add_params(highlighted), hovered, points).add_params(variant_choice(variants))


def rauc_by_training_size(results: pd.DataFrame, variants: Sequence[str], colours: alt.Scale) -> AnyChart:
    """A line per method over the shares of items to train on, with 95 % intervals side by side."""
    base = (
        alt.Chart(values(results))
        .transform_filter(IN_VARIANT)
        .encode(
            x=alt.X("train_share:O", axis=alt.Axis(title="share of the items to train on", format=".0%", labelAngle=0)),
            xOffset=alt.XOffset("method:N", sort=None),
            color=alt.Color("method:N", title="method", scale=colours),
            tooltip=[
                "method:N",
                alt.Tooltip("train_share:Q", title="train share", format=".0%"),
                alt.Tooltip("rauc_mean:Q", title="RAUC", format=".2f"),
                alt.Tooltip("rauc_low:Q", title="from", format=".2f"),
                alt.Tooltip("rauc_high:Q", title="to", format=".2f"),
            ],
        )
    )
    intervals = base.mark_rule(strokeWidth=2, opacity=0.5).encode(
        y=alt.Y("rauc_low:Q", title="RAUC, with its 95 % interval"), y2="rauc_high:Q", color="method:N"
    )
    lines = base.mark_line(strokeWidth=1.5, opacity=0.6).encode(y="rauc_mean:Q")
    points = base.mark_point(filled=True, opacity=1, size=50).encode(y="rauc_mean:Q")
    return alt.layer(_nothing_gained("y"), intervals, lines, points).add_params(variant_choice(variants))


def rauc_by_variant(results: pd.DataFrame, rows: Sequence[str]) -> AnyChart:
    """A row per method and weights; in it, side by side, how it learned."""
    base = alt.Chart(values(results)).encode(
        y=alt.Y("row:N", sort=list(rows), title=None, axis=alt.Axis(grid=True, tickBand="extent")),
        yOffset=alt.YOffset("learning:N", sort=None),
        color=alt.Color("learning:N", title=None, sort=None, legend=alt.Legend(orient="top", columns=2)),
        tooltip=[
            alt.Tooltip("row:N", title="method"),
            "learning:N",
            alt.Tooltip("rauc_mean:Q", title="RAUC", format=".2f"),
            alt.Tooltip("rauc_low:Q", title="from", format=".2f"),
            alt.Tooltip("rauc_high:Q", title="to", format=".2f"),
        ],
    )
    intervals = base.mark_rule(strokeWidth=2, opacity=0.5).encode(
        x=alt.X("rauc_low:Q", title="RAUC, with its 95 % interval"), x2="rauc_high:Q"
    )
    points = base.mark_point(filled=True, opacity=1, size=50).encode(x="rauc_mean:Q")
    height = len(rows) * (10 * results["learning"].nunique() + 10)
    return alt.layer(_nothing_gained("x"), intervals, points).properties(height=height)


def estimated_against_actual(cells: pd.DataFrame, estimators: Sequence[str], types: Sequence[str]) -> AnyChart:
    """A point per worker and type of label, for the chosen estimator."""
    points = (
        alt.Chart(values(cells))
        .transform_filter("datum.estimator == estimator")
        .mark_point(filled=True, opacity=0.6)
        .encode(
            x=alt.X("estimated:Q", axis=share_axis("estimated accuracy"), scale=alt.Scale(domain=[0, 1])),
            y=alt.Y("actual:Q", axis=share_axis("actual accuracy"), scale=alt.Scale(domain=[0, 1])),
            size=alt.Size("n_labels:Q", title="labels", scale=alt.Scale(range=[15, 400])),
            color=alt.Color("type:N", title="label type", scale=_type_colours(types)),
            tooltip=[
                alt.Tooltip("worker_id:N", title="worker"),
                alt.Tooltip("label_type:N", title="label type"),
                alt.Tooltip("n_labels:Q", title="labels"),
                alt.Tooltip("estimated:Q", format=".1%"),
                alt.Tooltip("actual:Q", format=".1%"),
            ],
        )
    )
    return alt.layer(diagonal(), points).properties(height=440).add_params(_estimator_choice(estimators))


def reliability(bins: pd.DataFrame, estimators: Sequence[str]) -> AnyChart:
    """Mean estimated and actual accuracy of ten equal parts of the labels, for the chosen estimator."""
    base = (
        alt.Chart(values(bins))
        .transform_filter("datum.estimator == estimator")
        .encode(
            x=alt.X("estimated:Q", axis=share_axis("estimated accuracy"), scale=alt.Scale(domain=[0, 1])),
            y=alt.Y("actual:Q", axis=share_axis("actual accuracy"), scale=alt.Scale(domain=[0, 1])),
            tooltip=[
                "bin:Q",
                alt.Tooltip("n_labels:Q", title="labels"),
                alt.Tooltip("estimated:Q", format=".1%"),
                alt.Tooltip("actual:Q", format=".1%"),
            ],
        )
    )
    error = (
        alt.Chart(values(bins.drop_duplicates("estimator")))
        .transform_filter("datum.estimator == estimator")
        .transform_calculate(text="'ECE ' + format(datum.ece, '.3f')")
        .mark_text(align="right", baseline="bottom", fontSize=22)
        .encode(text="text:N", x=alt.value("width"), y=alt.value(400))
    )
    lines = base.mark_line(color=PALETTE[0], opacity=0.5)
    points = base.mark_point(filled=True, opacity=1, color=PALETTE[0]).encode(
        size=alt.Size("n_labels:Q", title="labels", scale=alt.Scale(range=[20, 200]))
    )
    return alt.layer(diagonal(), lines, points, error).properties(height=420).add_params(_estimator_choice(estimators))


def threshold_slider(thresholds: pd.DataFrame, methods: Sequence[str], variants: Sequence[str], first: str) -> AnyChart:
    """What a threshold costs and gains, for the chosen method."""
    method = alt.param(name="method", value=first, bind=alt.binding_select(options=list(methods), name="Method"))
    slider = alt.binding_range(min=0, max=1, step=0.01, name="Threshold")
    threshold = alt.param(name="threshold", value=0.9, bind=slider)
    base = (
        alt.Chart(values(thresholds))
        .transform_filter(f"datum.method == method && {IN_VARIANT}")
        .encode(
            x=alt.X("cost:Q", axis=share_axis("cost: labels used, of all"), scale=alt.Scale(zero=False, nice=False)),
            y=alt.Y("accuracy:Q", axis=alt.Axis(title="accuracy", format=".1%"), scale=alt.Scale(zero=False)),
        )
    )
    line = base.mark_line(color=PALETTE[0], opacity=0.6).encode(order="threshold:Q")
    here = base.transform_filter("abs(datum.threshold - threshold) < 0.005")
    point = here.mark_point(filled=True, size=200, opacity=1, color=PALETTE[1])
    number = here.transform_calculate(
        spent="'cost ' + format(datum.cost, '.1%')", reached="'accuracy ' + format(datum.accuracy, '.1%')"
    ).mark_text(align="right", baseline="bottom", fontSize=30)
    spent = number.encode(text="spent:N", x=alt.value("width"), y=alt.value(285))
    reached = number.encode(text="reached:N", x=alt.value("width"), y=alt.value(325))
    return alt.layer(line, point, spent, reached).add_params(method, variant_choice(variants), threshold)


def _nothing_gained(axis: str) -> AnyChart:
    """A line where the baseline lies: no more accuracy for the cost than by asking for the same number everywhere."""
    rule = alt.Chart(values(pd.DataFrame({"rauc": [0]}))).mark_rule(color=GREY, strokeDash=[6, 4])
    return rule.encode(y="rauc:Q") if axis == "y" else rule.encode(x="rauc:Q")


def _type_colours(types: Sequence[str]) -> alt.Scale:
    return alt.Scale(
        domain=list(types), range=[GREY if name == OTHER else PALETTE[at] for at, name in enumerate(types)]
    )


def _estimator_choice(estimators: Sequence[str]) -> alt.Parameter:
    menu = alt.binding_select(options=list(estimators), name="Estimator")
    return alt.param(name="estimator", value=estimators[0], bind=menu)
