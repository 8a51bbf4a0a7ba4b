"""The documentation is complete and true: nothing left out, no dead link, and every example prints what it says."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

import oakdb
from docs import catalogue, options, outputs, relations
from docs.outputs import FENCE
from oakdb.loading import formats
from oakdb.project import project, settings_with_defaults
from oakdb.render import render
from tests.bad_input import BAD, CALLS
from tests.samples import KINDS

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])


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


@pytest.mark.parametrize(
    ("kind", "method"),
    [("keypoint", "hoak"), ("number", "hoak"), ("category", "dawid_skene"), ("category", "one_coin")],
)
def test_every_relation_is_documented_with_its_columns(kind: str, method: str, tmp_path: Path) -> None:
    label = {"keypoint": '{""x"": 1, ""y"": 2}', "number": "1", "category": "a"}[kind]
    path = tmp_path / "labels.csv"
    path.write_text(f'item,worker,label\n1,a,"{label}"\n1,b,"{label}"\n', encoding="utf-8")
    documented = sections("docs/relations.md", "###")
    with oakdb.run(path, kind=kind, method=method) as results:
        for model in render(settings_with_defaults({"kind": kind, "method": method})):
            columns = results.relation(model.name).columns
            missing = [column for column in columns if f"`{column}`" not in documented.get(model.name, "")]
            assert not missing, f"docs/relations.md, {model.name}: {missing}"


def test_no_relation_is_documented_that_is_none() -> None:
    assert set(sections("docs/relations.md", "###")) == {*project().models}


@pytest.mark.parametrize("name", list(options.commands()))
def test_every_command_and_option_is_documented(name: str) -> None:
    section = sections("docs/commands.md", "##")[f"oakdb {name}"]
    for action in options.commands()[name]._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        assert action.help, f"oakdb {name}: {action.dest}"
        shown = action.option_strings[-1] if action.option_strings else str(action.metavar)
        assert re.search(rf"^\| `{shown}\b", section, re.MULTILINE), f"oakdb {name}: {shown}"
    assert f"$ oakdb {name}" in section


def test_options_are_as_the_command_line_has_them() -> None:
    page = text_of("docs/commands.md")
    assert options.refreshed(page) == page, "run: python docs/options.py"


@pytest.mark.parametrize("name", list(formats()))
def test_every_format_is_documented_and_tried(name: str) -> None:
    assert re.search(rf"^\| `{name}` \|", text_of("docs/formats.md"), re.MULTILINE)


def test_the_columns_of_the_method_are_there() -> None:
    documented = sections("docs/relations.md", "###")
    named = set(re.findall(r"`(\w+)\.(\w+)`", text_of("docs/method.md")))
    assert len(named) > 50
    assert [(relation, column) for relation, column in named if f"`{column}`" not in documented.get(relation, "")] == []


def test_the_site_builds(tmp_path: Path) -> None:
    """Strictly: all pages are in its list, and no link leads nowhere."""
    pytest.importorskip("mkdocs", reason="mkdocs is in the extra `docs`")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(
        command, check=False, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    )
    assert done.returncode == 0, done.stderr
    home = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert 'href="commands.html"' in home
    assert 'src="flow.svg"' in home
    fetched = re.findall(r'(?:src|href)="(https?://[^"]+)"', home)
    assert not [url for url in fetched if "squidfunk.github.io" not in url], fetched  # the theme's own credit is a link


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


@pytest.mark.parametrize("page", outputs.PAGES)
def test_examples_print_what_the_page_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for data in outputs.DATA:
        shutil.copytree(ROOT / data, tmp_path / data)
    monkeypatch.chdir(tmp_path)
    assert outputs.refreshed(text_of(page)) == text_of(page), f"run: python docs/outputs.py {page}"


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
    assert outputs.session(session, names) == session


@pytest.mark.parametrize("kind", [*KINDS, "custom"])
def test_every_kind_has_a_section_that_names_its_similarities(kind: str) -> None:
    section = re.search(rf"^## {kind}\n(.*?)^## ", text_of("docs/kinds.md"), re.MULTILINE | re.DOTALL)
    declared = re.search(rf"macro {kind}__similarities\(\) -%}}([^{{]*){{%- endmacro", project().macros)
    assert section is not None
    assert declared is not None
    assert [name for name in declared.group(1).split() if f"`{name}`" not in section.group(1)] == []
    assert f'>>> compare("{kind}"' in section.group(1)


def test_relations_are_as_generated() -> None:
    assert text_of("docs/relations.md") == relations.page(), "run: python docs/relations.py"


def test_the_catalogue_of_bad_input_is_as_printed() -> None:
    assert len(BAD) + len(CALLS) >= 60
    assert text_of("docs/input.md") == catalogue.page(), "run: python docs/catalogue.py"
