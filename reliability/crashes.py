"""Kills `oakdb run` and `oakdb add` at random moments, and looks at what is left: `python -m reliability.crashes`."""

import argparse
import random
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from reliability.task import State, Task, completed, found_state, prepared, state


def tally(
    task: Task, command: list[str], n_kills: int, rng: random.Random, tell: Callable[[str], None]
) -> Counter[str]:
    """Kill the command so many times; what the database held each time. It goes on with the file that was left."""
    untouched = task.folder / "untouched.duckdb"
    shutil.copy(task.db, untouched)
    known: dict[str, State] = {"old results": state(task.db)}
    started = time.monotonic()
    finished = completed(command)
    seconds = time.monotonic() - started
    if finished.returncode:
        raise RuntimeError(finished.stderr)
    known["new results"] = state(task.db)
    shutil.copy(untouched, task.db)
    found: Counter[str] = Counter()
    while found.total() < n_kills:
        # Half of the kills fall into the last fifth, where the new results take the place of the old.
        moment = rng.uniform(rng.choice([0.0, 0.8]), 1.05) * seconds
        if not _is_killed(command, moment):
            seconds = 0.95 * seconds  # too late: it had finished
        else:
            held = found_state(task.db, known)
            found[held] += 1
            if held in ("mixture", "unreadable"):
                tell(f"{held}: killed after {moment:.3f} of {seconds:.3f} s")
            if held == "old results":
                continue
        shutil.copy(untouched, task.db)
    return found


def _is_killed(command: list[str], moment: float) -> bool:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(moment)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    return False


def report(n_kills: int, seed: int) -> str:
    """The tally as a table."""
    rng = random.Random(seed)
    lines = ["command  kills  old results  new results  mixture  unreadable"]
    total: Counter[str] = Counter()
    for name in ("run", "add"):
        with tempfile.TemporaryDirectory() as folder:
            task = prepared(Path(folder))
            completed(task.run("first"))
            command = task.add() if name == "add" else task.run("other")
            found = tally(task, command, n_kills // 2, rng, print)
        total += found
        lines.append(_line(name, found))
    lost = total["mixture"] + total["unreadable"]
    return "\n".join([*lines, _line("both", total), f"{total.total()} kills, {lost} lost"])


def _line(name: str, found: Counter[str]) -> str:
    counts = [found.total(), *(found[held] for held in ("old results", "new results", "mixture", "unreadable"))]
    widths = (5, 11, 11, 7, 10)
    return f"{name:7}" + "".join(f"  {count:>{width}}" for count, width in zip(counts, widths, strict=True))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(report(options.kills, options.seed))
