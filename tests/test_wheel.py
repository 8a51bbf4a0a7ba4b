"""The wheel alone, without a checkout, carries all that the demo and a report need."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_wheel_runs_the_demo_and_a_report(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
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
