"""Every kind has an example, which runs and finds out who is good."""

import runpy
from pathlib import Path

import pytest

from tests.samples import KINDS

FOLDER = Path(__file__).parent.parent / "examples/kinds"


@pytest.mark.parametrize("kind", [*KINDS, "custom"])
def test_the_example_of_a_kind(kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    workers = runpy.run_path(str(FOLDER / f"{kind}.py"))["workers"]
    assert f"{kind}: " in capsys.readouterr().out
    assert workers["estimated_accuracy"].rank().corr(workers["skill"].rank()) > 0.8


def test_no_example_is_of_a_kind_that_is_none() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == {*KINDS, "custom", "crowd"}
