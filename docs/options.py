"""Writes the tables of options in docs/commands.md, as the command line has them: `python docs/options.py`."""

import argparse
import re
from pathlib import Path

from oakdb.cli import parser

PAGE = Path(__file__).parent / "commands.md"
TABLE = re.compile(r"^\| option \| meaning \|\n(?:\|.*\n)*", re.MULTILINE)
SECTION = re.compile(r"^## `oakdb (\w+)`\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def commands() -> dict[str, argparse.ArgumentParser]:
    (choices,) = [action.choices for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(choices)


def table(command: argparse.ArgumentParser) -> str:
    """Each argument and option, with what it means."""
    lines = ["| option | meaning |", "|---|---|"]
    for action in command._actions:
        if not isinstance(action, argparse._HelpAction):
            meaning = (action.help or "").replace("%%", "%").replace("|", "\\|")
            lines.append(f"| `{shown(action)}` | {meaning}{must(command, action)} |")
    return "\n".join(lines) + "\n"


def must(command: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Whether it can be left out, where that does not show."""
    if action.required and action.option_strings:
        return ". Required."
    for group in command._mutually_exclusive_groups:
        if group.required and action in group._group_actions:
            others = ", ".join(f"`{other.option_strings[-1]}`" for other in group._group_actions)
            return f". One of {others} is required."
    return ""


def shown(action: argparse.Action) -> str:
    """As it is typed."""
    if not action.option_strings:
        return f"{action.metavar}{' …' if action.nargs == '+' else ''}"
    if action.nargs == 0:
        return action.option_strings[-1]
    value = " or ".join(map(str, action.choices)) if action.choices else action.metavar or action.dest.upper()
    return f"{action.option_strings[-1]} {value}"


def refreshed(page: str) -> str:
    """The page with the tables as they are now; a section without one has its table below its first paragraph."""
    known = commands()

    def section(found: re.Match[str]) -> str:
        text, name = found.group(), found.group(1)
        if name not in known:
            return text
        if not TABLE.search(text):
            heading, start, rest = [*text.split("\n\n", 2), ""][:3]
            text = f"{heading}\n\n{start}\n\n| option | meaning |\n\n{rest}"
        return TABLE.sub(lambda _: table(known[name]), text, count=1)

    return SECTION.sub(section, page)


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
