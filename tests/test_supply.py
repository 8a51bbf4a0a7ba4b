"""What oakdb brings with it, and that it needs no network."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIREMENTS = [
    *PROJECT["dependencies"],
    *(given for extra in PROJECT["optional-dependencies"].values() for given in extra if not given.startswith("oakdb")),
]


def name_of(requirement: str) -> str:
    found = re.match(r"[\w-]+", requirement)
    assert found is not None
    return found.group()


@pytest.mark.parametrize("requirement", REQUIREMENTS)
def test_every_dependency_is_held_and_has_its_reason(requirement: str) -> None:
    assert "==" in requirement or (">=" in requirement and ",<" in requirement)
    reasons = (ROOT / "docs/decisions/0005-dependencies.md").read_text(encoding="utf-8")
    assert re.search(rf"(?<![\w-]){name_of(requirement)}(?![\w-])", reasons)


def test_the_lock_has_every_dependency_of_the_tests_in_its_range() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    locked = {line.partition("==")[0].lower(): line.partition("==")[2] for line in lines}
    peers = {name_of(given) for given in PROJECT["optional-dependencies"]["peers"]}  # for a benchmark alone
    for given in REQUIREMENTS:
        if name_of(given) not in peers:
            assert Requirement(given).specifier.contains(locked[name_of(given).lower()]), given


def without_network() -> list[str] | None:
    """A way to start a program that has no network, not even this machine's own."""
    for way in (["unshare", "--net"], ["unshare", "--map-root-user", "--net"]):
        try:
            if subprocess.run([*way, "true"], capture_output=True, check=False).returncode == 0:
                return way
        except OSError:
            break
    return None


def test_the_commands_need_no_network(tmp_path: Path) -> None:
    way = without_network()
    if way is None:
        pytest.skip("cutting the network off needs unshare, and the right to use it")
    labels = tmp_path / "labels.csv"
    labels.write_text("item,worker,label\n1,a,x\n1,b,x\n2,a,y\n2,b,x\n", encoding="utf-8")
    db, page = tmp_path / "task.duckdb", tmp_path / "task.html"
    code = "import sys; from oakdb.cli import main; sys.exit(main(sys.argv[1:]))"
    for call in (
        ["run", labels, "--kind", "category", "--db", db],
        ["decide", "--db", db],
        ["report", "--db", db, "--out", page],
    ):
        command = [*way, sys.executable, "-c", code, *map(str, call)]
        called = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
        assert called.returncode == 0, called.stderr
    assert page.stat().st_size > 100_000
