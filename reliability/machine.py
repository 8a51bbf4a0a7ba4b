"""A full disk, a read-only file, a lock, no memory: what is said, and what is left. `python -m reliability.machine`."""

import contextlib
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from reliability.task import Task, completed, found_state, prepared, state

HOLD = "import sys, duckdb; con = duckdb.connect(sys.argv[1]); print(flush=True); sys.stdin.read()"
MEMORY = (890, 1_000, 1_100, 1_200)  # megabytes of address space: enough to start Python, not enough to learn
PROGRESS = re.compile(r"oakdb: \d+/\d+ ")


@contextlib.contextmanager
def full_disk(task: Task) -> Iterator[dict[str, object]]:
    """The free space of the small file system is taken, but for some of what a run needs."""
    filler = task.folder / "filler"
    free = os.statvfs(task.folder)
    with filler.open("wb") as file:
        file.write(b"\0" * max(0, free.f_bavail * free.f_bsize - 3_000_000))
    yield {}
    filler.unlink()


@contextlib.contextmanager
def read_only_file(task: Task) -> Iterator[dict[str, object]]:
    task.db.chmod(0o444)
    yield {}
    task.db.chmod(0o644)


@contextlib.contextmanager
def locked_database(task: Task) -> Iterator[dict[str, object]]:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, task.db], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout is not None
    holder.stdout.readline()
    yield {}
    holder.communicate()


Trouble = Callable[[Task], contextlib.AbstractContextManager[dict[str, object]]]


def memory_of(megabytes: int) -> Trouble:
    @contextlib.contextmanager
    def no_memory(task: Task) -> Iterator[dict[str, object]]:
        limit = megabytes * 1_000_000
        yield {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))}

    return no_memory


TROUBLES: dict[str, Trouble] = {
    "full disk": full_disk,
    "read-only file": read_only_file,
    "locked database": locked_database,
    **{f"{megabytes} MB of memory": memory_of(megabytes) for megabytes in MEMORY},
}


@contextlib.contextmanager
def small_disk() -> Iterator[Path | None]:
    """A file system of 40 MB; None where we may not make one."""
    folder = Path(tempfile.mkdtemp())
    mount = ["mount", "-t", "tmpfs", "-o", "size=40m", "none", str(folder)]
    is_mounted = shutil.which("mount") is not None and completed(mount).returncode == 0
    try:
        yield folder if is_mounted else None
    finally:
        if is_mounted:
            completed(["umount", str(folder)])
        folder.rmdir()


def report() -> str:
    """For each trouble and command: its exit code and line, and what the database holds then."""
    lines = []
    with small_disk() as small, tempfile.TemporaryDirectory() as ordinary:
        for name, trouble in TROUBLES.items():
            if name == "full disk" and small is None:
                lines.append("full disk: not tried, a small file system can be made by root alone")
                continue
            folder = Path(tempfile.mkdtemp(dir=small if name == "full disk" else ordinary))
            task = prepared(folder)
            completed(task.run("first"))
            old = state(task.db)
            for command, called in (("run", task.run("other")), ("add", task.add())):
                with trouble(task) as options:
                    tried = subprocess.run(called, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
                said = [line for line in tried.stderr.splitlines() if not PROGRESS.match(line)]
                if tried.returncode < 0:
                    said.append(f"ended by signal {-tried.returncode}, outside of Python: nothing could be said")
                message = " / ".join(said).replace(str(folder), "…")
                held = found_state(task.db, {"old results": old})
                lines.append(f"{name}, {command}: exit {tried.returncode}, {held}\n  {message}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
