"""A labelling task in a file, and how to tell its old results from its new ones."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pandas as pd

import oakdb
from fixtures.topics import topics
from oakdb.files import connect

KIND = ("--kind", "set", "--set", "time_column=seq")
State = dict[str, pd.DataFrame]


@dataclass(frozen=True)
class Task:
    """Files: the first labels, those to add, those of another run, audits, and the database."""

    folder: Path

    @property
    def db(self) -> Path:
        return self.folder / "task.duckdb"

    def file(self, name: str) -> Path:
        return self.folder / f"{name}.parquet"

    def run(self, name: str) -> list[str]:
        """The command that learns from one of the files."""
        return called("run", self.file(name), "--audits", self.file("audits"), *KIND, "--db", self.db)

    def add(self) -> list[str]:
        """The command that adds labels."""
        return called("add", self.file("additions"), "--db", self.db)


def called(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "oakdb", *map(str, arguments)]


def completed(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def prepared(folder: Path, n_items: int = 200) -> Task:
    """The files of a task; nothing is learned yet."""
    data = topics(n_items, 1)
    first = data.annotations.sample(frac=0.7, random_state=0)
    task = Task(folder)
    first.to_parquet(task.file("first"))
    data.annotations.drop(first.index).to_parquet(task.file("additions"))
    topics(n_items + 50, 2).annotations.to_parquet(task.file("other"))
    data.audits.to_parquet(task.file("audits"))
    return task


def state(db: Path) -> State:
    """Every relation of the task, rows in an order of their own."""
    with connect(db, read_only=True) as con:
        results = oakdb.Results(con)
        listed = "select table_name from information_schema.tables where table_schema = 'oakdb' order by all"
        names = [name for (name,) in con.execute(listed).fetchall()]
        return {name: results.relation(name).order("all").df() for name in names}


def is_same(one: State, other: State) -> bool:
    """Whether two states agree in every relation, numbers to 1e-9."""
    if one.keys() != other.keys():
        return False
    try:
        for name, frame in one.items():
            pd.testing.assert_frame_equal(frame, other[name], check_exact=False, rtol=0, atol=1e-9)
    except AssertionError:
        return False
    return True


def found_state(db: Path, known: dict[str, State]) -> str:
    """Which of the known states the file is in; `mixture` for none of them, `unreadable` where it does not open."""
    try:
        now = state(db)
    except (oakdb.OakError, duckdb.Error):
        return "unreadable"
    return next((name for name, one in known.items() if is_same(now, one)), "mixture")
