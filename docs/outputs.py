"""Runs the examples of a page and writes what they print into it: `python docs/outputs.py [PAGE …]`."""

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from oakdb.cli import main

ROOT = Path(__file__).parent.parent
PAGES = (
    "README.md",
    "docs/commands.md",
    "docs/input.md",
    "docs/kinds.md",
    "docs/settings.md",
    "docs/tutorials/export.md",
    "docs/tutorials/notebook.md",
)
SHELL_PAGES = ("docs/adhoc.md", "docs/tutorials/shell.md")  # run in the DuckDB shell, of the package duckdb-cli
DATA = ("fixtures/demo", "fixtures/exports")  # what the examples read
NOT_RUN = ("make check", "make reproduce", "pip install", "dbt ")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!^\$ ).*\n)*)", re.MULTILINE)
STATEMENT = re.compile(r"^D ((?:.*\n)*?(?:\..*|.*;)\n)((?:(?!^D ).*\n)*)", re.MULTILINE)
PROGRESS = re.compile(r"oakdb: \d+/\d+ ")
FULL_DOUBLE = re.compile(r"\d\.\d{12,}")


def refreshed(text: str) -> str:
    """The page with what its examples print now, run in the current folder, in order."""
    names: dict[str, object] = {}

    def block(found: re.Match[str]) -> str:
        language, content = found.groups()
        if language == "python":
            exec(compile(content, "page", "exec"), names)
        elif language == "csv":
            name, _, rows = content.removeprefix("# ").partition("\n")
            Path(name).write_text(rows, encoding="utf-8")
        elif language == "pycon":
            content = session(content, names)
        elif language == "console":
            content = COMMAND.sub(called, content)
        elif language == "duckdb":
            content = STATEMENT.sub(typed, content)
        return f"```{language}\n{content}```"

    return FENCE.sub(block, text)


def called(found: re.Match[str]) -> str:
    """A command and what a reader sees: stdout, then the messages, without the progress that slow machines show."""
    given, printed = found.groups()
    command = re.sub(r" \\\n\s*", " ", given)
    if command.startswith(NOT_RUN):
        return found.group()
    command, _, file = command.partition(" > ")
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        main(shlex.split(command)[1:])
    if file:
        Path(file).write_text(out.getvalue(), encoding="utf-8")
        out = io.StringIO()
    messages = [line for line in err.getvalue().splitlines() if not PROGRESS.match(line)]
    now = "\n".join([out.getvalue().strip("\n"), *messages]).strip("\n")
    if to_nine_decimals(now) == to_nine_decimals(printed.strip("\n")):
        return found.group()
    return f"$ {given}\n{now}\n" + "\n" * (len(printed) - len(printed.rstrip("\n")) - 1)


def typed(found: re.Match[str]) -> str:
    """A statement in the DuckDB shell and what it prints; what it makes is kept for the next one."""
    statement, printed = found.groups()
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    shell = shutil.which("duckdb", path=places)
    if shell is None:
        raise RuntimeError("the DuckDB shell is not there: pip install duckdb-cli")
    done = subprocess.run([shell, "page.duckdb"], input=statement, check=False, capture_output=True, text=True)
    now = (done.stdout + done.stderr.split("\n\n")[0]).strip("\n")
    return f"D {statement}{now}\n" * bool(now) + f"D {statement}" * (not now) + "\n" * printed.endswith("\n\n")


def to_nine_decimals(printed: str) -> str:
    """The last digits of doubles in JSON depend on how many threads summed."""
    return FULL_DOUBLE.sub(lambda number: f"{float(number.group()):.9f}", printed)


class Recorder(doctest.DocTestRunner):
    """Keeps what examples print where it is not what the page says."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.changed: dict[int, str] = {}

    def report_failure(self, out: object, test: object, example: doctest.Example, got: str) -> None:
        self.changed[example.lineno] = got

    def report_unexpected_exception(
        self, out: object, test: object, example: doctest.Example, exc_info: tuple[type, BaseException, object]
    ) -> None:
        raise RuntimeError(f"{example.source.strip()} failed") from exc_info[1]


def session(block: str, names: dict[str, object]) -> str:
    """A Python session with what it prints now."""
    test = doctest.DocTestParser().get_doctest(block, names, "page", "page", 0)
    runner = Recorder()
    runner.run(test, clear_globs=False)
    names.update(test.globs)
    lines = block.splitlines(keepends=True)
    for example in reversed(test.examples):
        if example.lineno in runner.changed:
            start = example.lineno + example.source.count("\n")
            lines[start : start + example.want.count("\n")] = [runner.changed[example.lineno]]
    return "".join(lines)


if __name__ == "__main__":
    for page in sys.argv[1:] or (*PAGES, *SHELL_PAGES):
        path = ROOT / page
        with tempfile.TemporaryDirectory() as folder:
            for data in DATA:
                shutil.copytree(ROOT / data, Path(folder) / data)
            os.chdir(folder)
            now = refreshed(path.read_text(encoding="utf-8"))
            os.chdir(ROOT)
        path.write_text(now, encoding="utf-8")
