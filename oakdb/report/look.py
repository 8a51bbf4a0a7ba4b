"""What all charts share: colours that read on light and on dark, and data as plain JSON."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import altair as alt
import pandas as pd

from oakdb.display import cell
from oakdb.report.page import Chart

INK = "currentColor"  # of the page around the chart; black in a picture
GREY = "#8c8c8c"
MOST_POINTS = 2000  # of a chart, so that it stays quick
PALETTE = ("#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#b07aa1", "#edc948", "#9c755f", "#ff9da7", "#bab0ac")
DECISION_COLOURS = alt.Scale(domain=["stop", "ask"], range=[PALETTE[0], PALETTE[1]])

_TEXT = {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
CONFIG: Mapping[str, Any] = {
    "font": "system-ui, sans-serif",
    "view": {"stroke": None, "continuousHeight": 340},
    "axis": {**_TEXT, "domainColor": INK, "tickColor": INK, "gridColor": INK, "gridOpacity": 0.12, "labelLimit": 200},
    "legend": {**_TEXT, "symbolBaseFillColor": GREY, "symbolBaseStrokeColor": GREY, "labelLimit": 260},
    "range": {"category": PALETTE},
    "text": {"color": INK},
    "rule": {"color": INK},
}

AnyChart = Any  # a chart of Altair: the methods that build it are typed as giving one of several classes


def finished(name: str, chart: AnyChart, description: str) -> Chart:
    """The chart as wide as the page, with what a screen reader says of it."""
    spec = chart.properties(width="container", description=description).to_dict()
    return Chart(name, {**spec, "config": CONFIG, "background": "transparent"})


def values(frame: pd.DataFrame) -> alt.InlineData:
    """The rows of a frame, with null for unknown."""
    return alt.InlineData(values=json.loads(frame.to_json(orient="records", double_precision=6)))


def shown_names(names: Iterable[str]) -> dict[str, str]:
    """Names from the data as a chart can show them: short, printable, and still different from each other."""
    different = list(dict.fromkeys(names))
    times = Counter(cell(name) for name in different)
    return {
        name: cell(name) if times[cell(name)] == 1 else f"{cell(name)[:50]} (no. {place})"
        for place, name in enumerate(different, start=1)
    }


def share_axis(title: str) -> alt.Axis:
    return alt.Axis(title=title, format=".0%")


def diagonal() -> AnyChart:
    """Where the two axes are equal."""
    ends = pd.DataFrame({"x": [0, 1], "y": [0, 1]})
    return alt.Chart(values(ends)).mark_line(color=GREY, strokeDash=[4, 4]).encode(x="x:Q", y="y:Q")
