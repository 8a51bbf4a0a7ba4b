"""The documentation is complete and true: nothing left out, no dead link, and every example prints what it says."""

import argparse
import contextlib
import doctest
import importlib.util
import io
import re
import shlex
import shutil
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import oakdb
from oakdb.cli import main, parser
from oakdb.project import project, settings_with_defaults
from oakdb.render import render
from tests.samples import KINDS

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
WITH_EXAMPLES = ("README.md", "docs/commands.md", "docs/input.md", "docs/kinds.md", "docs/settings.md")
NOT_RUN = ("make test", "make check", "pip install", "dbt ")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRESS = re.compile(r"oakdb: \d+/\d+ ")
FULL_DOUBLE = re.compile(r"\d\.\d{12,}")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def sections(page: str, level: str) -> dict[str, str]:
    """What a page says below each heading of a level, by the first `code` in the heading."""
    found = {}
    for part in re.split(rf"^{level} ", text_of(page), flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        name = re.search(r"`([^`]+)`", heading)
        if name is not None:
            found[name.group(1)] = re.split(r"^## ", body, flags=re.MULTILINE)[0]
    return found


# ---- complete


@pytest.mark.parametrize("name", list(project().defaults))
def test_every_setting_is_documented_with_its_default(name: str) -> None:
    section = sections("docs/settings.md", "###")[name]
    default = project().defaults[name]
    assert f"Default `{'null' if default is None else default}`" in section
    assert f"--set {name}=" in section or f"--set '{name}=" in section or name in ("kind", "annotations", "audits")


def test_no_setting_is_documented_that_is_none() -> None:
    assert set(sections("docs/settings.md", "###")) == set(project().defaults)


@pytest.mark.parametrize("kind", KINDS)
def test_every_similarity_is_documented(kind: str) -> None:
    declared = re.search(rf"macro {kind}__similarities\(\) -%}}([^{{]+){{%- endmacro", project().macros)
    assert declared is not None
    (row,) = [line for line in text_of("docs/settings.md").splitlines() if line.startswith(f"| {kind} | `")]
    assert re.findall(r"`(\w+)`", row.split("|")[2]) == declared.group(1).split()


@pytest.mark.parametrize("kind", ["keypoint", "number"])
def test_every_relation_is_documented_with_its_columns(kind: str, tmp_path: Path) -> None:
    label = {"keypoint": '{""x"": 1, ""y"": 2}', "number": "1"}[kind]
    path = tmp_path / "labels.csv"
    path.write_text(f'item,worker,label\n1,a,"{label}"\n1,b,"{label}"\n', encoding="utf-8")
    results = oakdb.run(path, kind=kind)
    documented = sections("docs/relations.md", "###")
    for name in project().models:
        missing = [column for column in results.relation(name).columns if f"`{column}`" not in documented.get(name, "")]
        assert not missing, f"docs/relations.md, {name}: {missing}"
    results.con.close()


def test_no_relation_is_documented_that_is_none() -> None:
    assert set(sections("docs/relations.md", "###")) == {*project().models}


def commands() -> dict[str, argparse.ArgumentParser]:
    (choices,) = [action.choices for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(choices)


@pytest.mark.parametrize("name", list(commands()))
def test_every_command_and_option_is_documented(name: str) -> None:
    section = sections("docs/commands.md", "##")[f"oakdb {name}"]
    for action in commands()[name]._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        shown = action.option_strings[-1] if action.option_strings else str(action.metavar)
        assert re.search(rf"^\| `{shown}\b", section, re.MULTILINE), f"oakdb {name}: {shown}"
    assert f"$ oakdb {name}" in section


@pytest.mark.parametrize("kind", KINDS)
def test_every_reason_for_leaving_a_row_out_is_documented(kind: str) -> None:
    models = {model.name: model.sql for model in render(settings_with_defaults({"kind": kind, "audits": "audits"}))}
    checked = models["checked_annotations"] + models["checked_audits"]
    reasons = re.findall(r"then '([^']+)'", checked) + re.findall(r"'([^']+)' as reason", models["rejected_rows"])
    assert len(reasons) >= 7
    page = text_of("docs/input.md")
    assert [reason for reason in reasons if f"`{reason}`" not in page] == []


# ---- links


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        linked = (page.parent / name).resolve() if name else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


# ---- true


@dataclass(frozen=True)
class Example:
    """A command as a reader types it, and what the page says it prints."""

    command: str
    printed: str


def examples(block: str) -> Iterator[Example]:
    joined = re.sub(r" \\\n\s*", " ", block)
    for part in re.split(r"^\$ ", joined, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield Example(command, printed.strip("\n"))


def run_example(command: str) -> str:
    """What a reader sees: stdout, then the messages, without the progress that only slow machines show."""
    arguments = shlex.split(command)[1:]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        main(arguments)
    messages = [line for line in err.getvalue().splitlines() if not PROGRESS.match(line)]
    return "\n".join([out.getvalue().strip("\n"), *messages]).strip("\n")


def without_last_digits(printed: str) -> str:
    """Doubles in JSON to nine decimals: their last digits depend on how many threads summed."""
    return FULL_DOUBLE.sub(lambda number: f"{float(number.group()):.9f}", printed)


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_examples_print_what_the_page_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "fixtures/demo", tmp_path / "fixtures/demo")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for language, block in FENCE.findall(text_of(page)):
        if language == "pycon":
            run_session(block, names, page)
        elif language == "python":
            exec(compile(block, page, "exec"), names)
        elif language == "csv":
            name, _, content = block.removeprefix("# ").partition("\n")
            Path(name).write_text(content, encoding="utf-8")
        elif language == "console":
            for example in examples(block):
                if example.command.startswith(NOT_RUN):
                    continue
                command = {"make demo": "oakdb demo"}.get(example.command, example.command)
                assert command.startswith("oakdb "), example.command
                assert without_last_digits(run_example(command)) == without_last_digits(example.printed), (
                    example.command
                )


def test_the_guide_to_a_kind_of_ones_own_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that docs/kinds.md has the reader write, and what it says the new kind prints."""
    guide = text_of("docs/kinds.md").partition("## Add your own kind")[2]
    macros, session = (
        textwrap.dedent(re.search(rf"^   ```{language}\n(.*?)^   ```$", guide, re.MULTILINE | re.DOTALL).group(1))
        for language in ("sql", "text")
    )
    extended = replace(project(), macros=f"{project().macros}\n{macros}")
    monkeypatch.setattr("oakdb.render.project", lambda: extended)
    names: dict[str, object] = {}
    exec(next(block for language, block in FENCE.findall(text_of("docs/kinds.md")) if language == "python"), names)
    run_session(session, names, "docs/kinds.md")


@pytest.mark.parametrize("kind", [*KINDS, "custom"])
def test_every_kind_has_a_section_that_names_its_similarities(kind: str) -> None:
    section = re.search(rf"^## {kind}\n(.*?)^## ", text_of("docs/kinds.md"), re.MULTILINE | re.DOTALL)
    declared = re.search(rf"macro {kind}__similarities\(\) -%}}([^{{]*){{%- endmacro", project().macros)
    assert section is not None
    assert declared is not None
    assert [name for name in declared.group(1).split() if f"`{name}`" not in section.group(1)] == []
    assert f'>>> compare("{kind}"' in section.group(1)


def run_session(block: str, names: dict[str, object], page: str) -> None:
    session = doctest.DocTestParser().get_doctest(block, names, page, page, 0)
    report = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(session, out=report.write, clear_globs=False)
    names.update(session.globs)
    assert runner.failures == 0, report.getvalue()


def test_relations_are_as_generated() -> None:
    spec = importlib.util.spec_from_file_location("relations", ROOT / "docs/relations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (ROOT / "docs/relations.md").read_text(encoding="utf-8") == module.page(), "run: python docs/relations.py"
