"""The report of a plan: all policies that were tried, those that no other beats, and the one that was chosen."""

from typing import Any

import altair as alt
import pandas as pd

from oakdb.report.look import GREY, INK, PALETTE, AnyChart, finished, values
from oakdb.report.page import Page, Section, Table

FAMILIES = ("single", "shared", "several")


def plan_page(summary: dict[str, Any], frontier: pd.DataFrame, outcomes: pd.DataFrame) -> Page:
    """The frontier, drawn and as a table."""
    text = (
        "Each point is a policy: a threshold at one decision point (single), the same at all (shared), or one for each"
        " (several). The line joins those that no other beats; the cross is the one chosen, with 95 % intervals."
    )
    on_audits = summary["evidence"] == "audits"
    return Page(
        "oakdb: when to stop",
        {name.replace("_", " "): value for name, value in summary.items()},
        [
            Section(
                "Cost and accuracy of the policies",
                text,
                finished("frontier", frontier_chart(summary, frontier, outcomes), text),
                [Table(frontier.drop(columns="policy"), "The policies that no other beats")],
            )
        ],
        [] if on_audits else ["Fewer than ten items are audited: accuracy is what the model itself estimates."],
    )


def frontier_chart(summary: dict[str, Any], frontier: pd.DataFrame, outcomes: pd.DataFrame) -> AnyChart:
    x = alt.X("cost:Q", axis=alt.Axis(title="labels per item"), scale=alt.Scale(zero=False))
    y = alt.Y("accuracy:Q", axis=alt.Axis(title="accuracy", format=".1%"), scale=alt.Scale(zero=False))
    colours = alt.Scale(domain=list(FAMILIES), range=[GREY, PALETTE[1], PALETTE[0]])
    tried = (
        alt.Chart(values(outcomes))
        .mark_point(filled=True, size=25, opacity=0.5)
        .encode(
            x=x,
            y=y,
            color=alt.Color("family:N", scale=colours, title="policy"),
            tooltip=["family:N", alt.Tooltip("cost:Q", format=".2f"), alt.Tooltip("accuracy:Q", format=".1%")],
        )
    )
    best = alt.Chart(values(frontier)).mark_line(color=PALETTE[0], interpolate="step-after").encode(x=x, y=y)
    chosen = alt.Chart(values(pd.DataFrame([summary]).drop(columns="thresholds")))
    cross = chosen.mark_rule(color=INK, strokeWidth=2)
    return alt.layer(
        tried,
        best,
        cross.encode(x="cost_low:Q", x2="cost_high:Q", y="accuracy:Q"),
        cross.encode(x="cost:Q", y="accuracy_low:Q", y2="accuracy_high:Q"),
    )
