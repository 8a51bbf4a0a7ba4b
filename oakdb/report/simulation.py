"""The report of a replay: cost and accuracy over time, beside what others would have paid and got."""

import altair as alt
import pandas as pd

from oakdb.report.look import GREY, PALETTE, AnyChart, finished, values
from oakdb.report.page import Chart, Page, Section, Table


def simulation_page(timeline: pd.DataFrame, in_the_end: pd.DataFrame) -> Page:
    """Accuracy and labels per item of all items so far, after each batch."""
    last = in_the_end.set_index("strategy")
    text = (
        "Each line is a strategy, over all items so far: oakdb as replayed, so many labels of every item (always),"
        " and one label of some items and all of the others at oakdb's cost (uniform)."
    )
    return Page(
        "oakdb: replay",
        {
            "items": last.loc["oakdb", "n_items"],
            "labels per item": last.loc["oakdb", "cost"],
            "accuracy": last.loc["oakdb", "accuracy"],
            "accuracy of uniform at this cost": last.loc["uniform", "accuracy"],
        },
        [
            Section(
                "Accuracy over time", text, _drawn("accuracy", timeline, alt.Axis(title="accuracy", format=".1%"), text)
            ),
            Section(
                "Labels per item over time", text, _drawn("cost", timeline, alt.Axis(title="labels per item"), text)
            ),
            Section("In the end", "Over all items.", tables=[Table(in_the_end)]),
        ],
    )


def _drawn(column: str, timeline: pd.DataFrame, axis: alt.Axis, text: str) -> Chart:
    return finished(column, over_time(column, timeline, axis), text)


def over_time(column: str, timeline: pd.DataFrame, axis: alt.Axis) -> AnyChart:
    names = ["oakdb", "uniform", *sorted(set(timeline["strategy"]) - {"oakdb", "uniform"})]
    others = [PALETTE[place % len(PALETTE)] for place in range(1, len(names) - 1)]
    return (
        alt.Chart(values(timeline))
        .mark_line(strokeWidth=2)
        .encode(
            x=alt.X("n_items:Q", title="items so far"),
            y=alt.Y(f"{column}:Q", axis=axis, scale=alt.Scale(zero=False)),
            color=alt.Color("strategy:N", scale=alt.Scale(domain=names, range=[PALETTE[0], GREY, *others])),
            tooltip=["strategy:N", "n_items:Q", alt.Tooltip(f"{column}:Q", format=".3f")],
        )
    )
