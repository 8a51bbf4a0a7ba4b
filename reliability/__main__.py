"""Runs every script of this folder and writes what they print into docs/reliability.md: `python -m reliability`."""

from pathlib import Path

from reliability import concurrency, crashes, fuzz, machine
from tests.bad_input import BAD, CALLS

PAGE = Path(__file__).parent.parent / "docs/reliability.md"


def page(printed: dict[str, str]) -> str:
    """The introduction, with what each script printed below its own heading."""
    text = (Path(__file__).parent / "introduction.md").read_text(encoding="utf-8")
    for name, output in printed.items():
        text = text.replace(f"{{{name}}}", f"```text\n{output}\n```")
    return text


def catalogue() -> str:
    return (
        f"{len(BAD)} labels left out, {len(CALLS)} calls refused, {len(BAD) + len(CALLS)} cases, each run by the tests"
    )


if __name__ == "__main__":
    printed = {
        "catalogue": catalogue(),
        "fuzz": fuzz.report(109_000, 0),
        "crashes": crashes.report(200, 0),
        "machine": machine.report(),
        "concurrency": concurrency.report(),
    }
    PAGE.write_text(page(printed), encoding="utf-8")
