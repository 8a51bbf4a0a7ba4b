"""Templates are compiled once: the code is kept beside Python's own bytecode; a changed template is compiled anew."""

import sys
from importlib.util import cache_from_source
from pathlib import Path
from types import CodeType

import pytest

from oakdb import render


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The templates that were compiled; as if the installation lay in an empty folder."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = Path(cache_from_source(render.__file__)).parent
    folder.mkdir(parents=True)
    seen: list[str] = []
    plain = render._environment()

    class Watched:
        def compile(self, template: str) -> CodeType:
            seen.append(template)
            return plain.compile(template)

    monkeypatch.setattr(render, "_environment", Watched)
    return seen


def afresh(template: str) -> CodeType:
    return render._compiled.__wrapped__("models/some", template)


def test_kept_code_is_used_and_follows_the_template(compiled: list[str]) -> None:
    assert afresh("select 1") == afresh("select 1")
    afresh("select 2")
    assert compiled == ["select 1", "select 2"]


def test_no_code_is_kept_where_python_keeps_none(compiled: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    afresh("select 1")
    afresh("select 1")
    assert compiled == ["select 1", "select 1"]


def test_an_installation_that_cannot_be_written_to(compiled: list[str]) -> None:
    Path(cache_from_source(render.__file__)).parent.rmdir()
    afresh("select 1")
    assert compiled == ["select 1"]
