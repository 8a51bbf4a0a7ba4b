"""Writes the catalogue of bad input into docs/input.md, from the cases of the tests: `python docs/catalogue.py`."""

import contextlib
import io
import json
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

PAGE = Path(__file__).parent / "input.md"
sys.path.insert(0, str(PAGE.parent.parent))

import oakdb  # noqa: E402
from docs.outputs import PROGRESS  # noqa: E402
from oakdb.cli import main  # noqa: E402
from tests.bad_input import BAD, CALLS, GOOD, bad_files  # noqa: E402

MARK = "<!-- catalogue -->\n"


def catalogue() -> str:
    """Both tables."""
    labels, calls = list(_labels()), list(_calls())
    return "\n".join(
        [
            f"{len(labels) + len(calls)} cases.",
            "",
            "| kind | label | left out because |",
            "|---|---|---|",
            *labels,
            "",
            "| `oakdb …` | exit | message |",
            "|---|---|---|",
            *calls,
            "",
        ]
    )


def page() -> str:
    """The page with the catalogue as it is now."""
    return PAGE.read_text(encoding="utf-8").partition(MARK)[0] + MARK + "\n" + catalogue()


def _labels() -> Iterator[str]:
    for kind, good in GOOD.items():
        bad = [str(label) for of_kind, label, _ in BAD if of_kind == kind]
        rows = [(str(number), "a", label) for number, label in enumerate([*bad, str(good)])]
        with oakdb.run(pd.DataFrame(rows, columns=["item_id", "worker_id", "label"]), kind=kind) as results:
            reasons = {json.loads(row)["item_id"]: reason for row, reason in results.rejected[["row", "reason"]].values}
        for number, label in enumerate(bad):
            yield f"| {kind} | {_code(label)} | {reasons[str(number)]} |"


def _calls() -> Iterator[str]:
    for call, _, _ in CALLS:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            names = {name: Path(path).name for name, path in bad_files(Path(folder)).items()}
            arguments = [part.format(**names) for part in call]
            err = io.StringIO()
            with contextlib.redirect_stderr(err), contextlib.redirect_stdout(io.StringIO()):
                code = main(arguments)
        said = [line for line in err.getvalue().splitlines() if not PROGRESS.match(line)]
        message = " ".join(said).removeprefix("oakdb: ").replace(str(Path(folder).resolve()), "…")
        yield f"| {_code(shlex.join(arguments))} | {code} | {_code(message)} |"


def _code(text: Any) -> str:
    shown = "".join(character if character.isprintable() else repr(character)[1:-1] for character in str(text))
    fence = "``" if "`" in shown else "`"
    space = " " if "`" in shown else ""
    return f"{fence}{space}{shown}{space}{fence}".replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
