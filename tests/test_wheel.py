"""The wheel alone, without a checkout, carries all that the demo needs."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_wheel_runs_the_demo(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    command = [
        sys.executable,
        "-c",
        "import sys, oakdb; print(oakdb.__file__); from oakdb.cli import main; sys.exit(main(['demo']))",
    ]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "site")}, check=True, capture_output=True, text=True
    )
    where, _, output = done.stdout.partition("\n")
    assert Path(where).is_relative_to(tmp_path / "site")
    assert "n_items                  300" in output
