"""Readers in processes of their own while one adds and runs: `python -m reliability.concurrency`."""

import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import oakdb
from oakdb.files import connect
from reliability.task import completed, prepared

N_READERS = 4
N_ROUNDS = 5
Signature = tuple[int, int, int, float]

READER = """
import sys
from pathlib import Path
from reliability.concurrency import signature
while not Path(sys.argv[2]).exists():
    try:
        print("read", repr(signature(Path(sys.argv[1]))), flush=True)
    except Exception as error:
        print("failed", repr(error), flush=True)
"""


def signature(db: Path) -> Signature:
    """Numbers of several relations that tell one state of the task from another, and both from a mixture."""
    with connect(db, read_only=True) as con:
        results = oakdb.Results(con)
        decided = results.relation("item_decisions").aggregate("sum(n_labels), sum(estimated_accuracy)").fetchall()[0]
        return results.count("raw_annotations"), results.count("label_pairs"), int(decided[0]), round(decided[1], 6)


def report() -> str:
    """How many reads saw the old state, the new state, something else, or failed."""
    with tempfile.TemporaryDirectory() as folder:
        task = prepared(Path(folder))
        completed(task.run("first"))
        known: dict[Signature, str] = {signature(task.db): "before"}
        done = task.folder / "done"
        command = [sys.executable, "-c", READER, str(task.db), str(done)]
        readers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(N_READERS)]
        second: Counter[str] = Counter()
        for _ in range(N_ROUNDS):
            for step, called in (("after add", task.add()), ("before", task.run("first"))):
                first = subprocess.Popen(called, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                time.sleep(1.5)
                rival = completed(task.run("first"))
                second["told" if "another process is writing to it" in rival.stderr else "went through"] += 1
                _, said = first.communicate()
                if first.returncode:
                    raise RuntimeError(said)
                known.setdefault(signature(task.db), step)
        done.touch()
        seen = [line.split(" ", 1) for reader in readers for line in reader.communicate()[0].splitlines()]
    named = {repr(state): name for state, name in known.items()}
    counts = Counter(named.get(what, "a mixture") if how == "read" else "failed" for how, what in seen)
    lines = [f"{N_READERS} readers while one process wrote {2 * N_ROUNDS} times: {len(seen)} reads"]
    lines += [f"  {name:10}{counts[name]:>6}" for name in ("before", "after add", "a mixture", "failed")]
    lines.append(
        f"a second writer: {second['told']} times told that another is writing, {second['went through']} times in time"
    )
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
