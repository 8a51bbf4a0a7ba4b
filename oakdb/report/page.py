"""The page of a report: sections of text, charts and tables in one HTML file that asks the network for nothing."""

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import pandas as pd
import vl_convert

from oakdb import __version__
from oakdb.display import cell
from oakdb.errors import CALL_WRONG, OakError

HERE = Path(__file__).parent
PICTURE_WIDTH = 720
PICTURES: Mapping[str, Callable[[dict[str, Any]], bytes]] = {
    "png": lambda spec: vl_convert.vegalite_to_png(spec, scale=2),
    "svg": lambda spec: vl_convert.vegalite_to_svg(spec).encode(),
}


@dataclass(frozen=True)
class Chart:
    """A Vega-Lite chart; its name is part of the file name of its picture."""

    name: str
    spec: Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """The rows of a frame as text, numbers to the right."""

    frame: pd.DataFrame
    caption: str = ""

    @property
    def columns(self) -> list[tuple[str, bool]]:
        """Names, and whether it is a column of numbers."""
        types = self.frame.dtypes
        return [(str(name), pd.api.types.is_numeric_dtype(types.iloc[at])) for at, name in enumerate(self.frame)]

    @property
    def rows(self) -> list[list[str]]:
        return [[cell(value) for value in row] for row in self.frame.itertuples(index=False)]


@dataclass(frozen=True)
class Section:
    """A heading, how to read what is below it, a chart, tables."""

    title: str
    text: str
    chart: Chart | None = None
    tables: Sequence[Table] = ()


@dataclass(frozen=True)
class Page:
    """A whole report. The facts are short and come first; notices are what must not be missed."""

    title: str
    facts: Mapping[str, Any]
    sections: Sequence[Section]
    notices: Sequence[str] = ()

    @property
    def charts(self) -> list[Chart]:
        return [section.chart for section in self.sections if section.chart is not None]


def write(page: Page, path: Path, pictures: str | None = None) -> None:
    """Write the page, and its charts as pictures beside it where asked for."""
    if pictures is not None and pictures not in PICTURES:
        raise OakError(
            f"pictures {pictures}", "are not known", f"known are {', '.join(PICTURES)}", exit_code=CALL_WRONG
        )
    try:
        path.write_text(html(page), encoding="utf-8")
        for chart in page.charts if pictures is not None else ():
            drawn = PICTURES[str(pictures)]({**chart.spec, "width": PICTURE_WIDTH, "background": "white"})
            path.with_name(f"{path.stem}_{chart.name}.{pictures}").write_bytes(drawn)
    except OSError as error:
        raise OakError(str(path), f"cannot be written ({error.strerror})", "check the folder") from None


def html(page: Page) -> str:
    """The page as text. Only the script that the page names by its hash may run, whatever the data holds."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.policies["json.dumps_kwargs"] = {"allow_nan": False}
    facts = {name: cell(value) for name, value in page.facts.items()}
    digest = base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()
    template = environment.get_template("template.html")
    return template.render(page=page, facts=facts, script=script(), digest=digest, version=__version__)


@cache
def script() -> str:
    """What draws the charts, with Vega, Vega-Lite and Vega-Embed in it."""
    return vl_convert.javascript_bundle((HERE / "embed.js").read_text(encoding="utf-8"))
