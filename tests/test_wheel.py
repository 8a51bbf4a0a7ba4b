"""The wheel alone, without a checkout, carries all that the demo, a loaded export and a report need."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import oakdb
from docs import outputs
from oakdb.adhoc import generated_sql

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_runs_the_demo_and_a_report(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    shipped = (tmp_path / "site/oakdb/oakdb.sql").read_text(encoding="utf-8")
    assert shipped == generated_sql()
    assert f"-- oakdb {oakdb.__version__}: " in shipped
    program = """
import oakdb, pandas
from oakdb.cli import main
print(oakdb.__file__)
main(["demo"])
frame = pandas.DataFrame({"item_id": ["1"], "worker_id": ["a"], "label": ["x"]})
oakdb.run(frame, db="task.duckdb").con.close()
main(["report", "--db", "task.duckdb", "--out", "task.html"])
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "site")}, check=True, capture_output=True, text=True
    )
    where, _, output = done.stdout.partition("\n")
    assert Path(where).is_relative_to(tmp_path / "site")
    assert "n_items                  300" in output
    assert "<h1>oakdb: labelling task oakdb</h1>" in (tmp_path / "task.html").read_text(encoding="utf-8")


def test_the_wheel_has_hints_and_loaders(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "oakdb/py.typed" in names
    assert {f"oakdb/loaders/{path.name}" for path in (ROOT / "oakdb/loaders").glob("*.py")} <= names


def test_pip_install_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    """What is no dependency is missing here, where the first screen of the README and a tutorial are followed."""
    venv.create(tmp_path / "empty", with_pip=True)
    bin_folder = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin")
    installed = subprocess.run(
        [bin_folder / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel],
        check=False,
        capture_output=True,
        text=True,
    )
    if installed.returncode and os.environ.get("CI") != "true":
        pytest.skip(f"pip found no dependencies: {installed.stderr.strip()[-200:]}")
    assert installed.returncode == 0, installed.stderr

    folder = tmp_path / "desk"
    folder.mkdir()
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    plain["PATH"] = os.pathsep.join([str(bin_folder), plain["PATH"]])

    def typed(found: re.Match[str]) -> str:
        """A command in the terminal, and what is seen of it."""
        command, printed = found.groups()
        if command.startswith(outputs.NOT_RUN):
            return found.group()
        seen = subprocess.run(command, shell=True, cwd=folder, env=plain, check=True, capture_output=True, text=True)
        messages = "".join(line for line in seen.stderr.splitlines(True) if not outputs.PROGRESS.match(line))
        blank = "\n" * (len(printed) - len(printed.rstrip("\n")) - bool(printed.strip()))
        return f"$ {command}\n{seen.stdout}{messages}{blank}"

    for page in ("README.md", "docs/tutorials/export.md"):
        blocks = [block for kind, block in outputs.FENCE.findall((ROOT / page).read_text("utf-8")) if kind == "console"]
        for block in blocks[:1] if page == "README.md" else blocks:  # of the README, the first screen
            seen = outputs.COMMAND.sub(typed, block)
            assert outputs.to_nine_decimals(seen) == outputs.to_nine_decimals(block)
