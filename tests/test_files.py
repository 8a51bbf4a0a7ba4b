"""A database file under several processes, and where a disk, a lock or the memory gives way: old results or new."""

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import oakdb
from oakdb import files
from oakdb.cli import main

OLD = pd.DataFrame({"item_id": ["1", "1"], "worker_id": ["a", "b"], "label": ["x", "x"]})
NEW = pd.DataFrame({"item_id": ["2", "2", "3"], "worker_id": ["a", "b", "a"], "label": ["x", "y", "x"]})


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """The file of an earlier run."""
    path = tmp_path / "task.duckdb"
    oakdb.run(OLD, db=path).con.close()
    return path


@pytest.fixture
def new(tmp_path: Path) -> Path:
    path = tmp_path / "new.csv"
    NEW.to_csv(path, index=False)
    return path


def items(db: Path) -> list[str]:
    with duckdb.connect(str(db), read_only=True) as con:
        return oakdb.Results(con).items["item_id"].tolist()


def elsewhere(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run in another process."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


WRITE = "import sys, duckdb; duckdb.connect(sys.argv[1]).execute('create table written (a int)')"
READ = (
    "import sys, duckdb, oakdb; "
    "print(oakdb.Results(duckdb.connect(sys.argv[1], read_only=True)).items['item_id'].tolist())"
)


def test_a_second_look_at_a_file_does_not_give_its_lock_away(db: Path) -> None:
    with oakdb.Results(files.connect(db)), oakdb.Results(oakdb.database.connect(db)):
        assert "lock" in elsewhere(WRITE, db).stderr


def test_readers_in_other_processes_see_the_old_results_during_a_run(db: Path) -> None:
    seen = []
    oakdb.run(
        NEW, db=db, progress=lambda *step: seen.append(elsewhere(READ, db).stdout) if step[0] in (1, 30) else None
    ).con.close()
    assert seen == ["['1']\n", "['1']\n"]
    assert elsewhere(READ, db).stdout == "['2', '3']\n"


def test_a_reader_that_stays_does_not_stop_a_run_and_keeps_what_it_sees(db: Path, new: Path) -> None:
    code = READ + "; sys.stdout.flush(); sys.stdin.read(); " + READ.partition("; ")[2]
    reader = subprocess.Popen(
        [sys.executable, "-c", code, db], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert reader.stdout is not None
    assert reader.stdout.readline() == "['1']\n"
    assert main(["run", str(new), "--kind", "category", "--db", str(db)]) == 0
    assert items(db) == ["2", "3"]
    reader.communicate("")


def test_readers_in_threads_see_the_old_results_during_a_run(db: Path) -> None:
    with files.connect(db) as con:
        seen = []

        def look(*_: object) -> None:
            reader = threading.Thread(target=lambda: seen.append(oakdb.Results(con.cursor()).items["item_id"].tolist()))
            reader.start()
            reader.join()

        oakdb.run(NEW, db=db, progress=look).con.close()
        assert set(map(tuple, seen)) == {("1",)}
        assert oakdb.Results(con.cursor()).items["item_id"].tolist() == ["2", "3"]


def test_of_two_writers_the_second_is_told(db: Path, new: Path) -> None:
    said = []
    call = "import sys; from oakdb.cli import main; sys.exit(main(sys.argv[1:]))"

    def second(number: int, *_: object) -> None:
        if number == 1:
            said.append(elsewhere(call, "run", new, "--kind", "category", "--db", db))
            said.append(elsewhere(call, "add", new, "--db", db))

    oakdb.run(NEW, db=db, progress=second).con.close()
    for other in said:
        assert other.returncode == 1
        assert other.stderr == f"oakdb: {db}: another process is writing to it; try again when it is done\n"


def test_a_file_that_another_process_holds_open_is_left_alone(db: Path, new: Path, capsys: Any) -> None:
    hold = "import sys, duckdb; con = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    holder = subprocess.Popen(
        [sys.executable, "-c", hold, db], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "open\n"
    for call in (["run", new, "--kind", "category"], ["add", new], ["decide"], ["plan", "--cost", "1"]):
        assert main([*map(str, call), "--db", str(db)]) == 1
        said = capsys.readouterr().err
        assert said.startswith(f"oakdb: {db}: process {holder.pid} has it open for writing; ")
        assert said.count("\n") == 1
    holder.communicate("")
    assert items(db) == ["1"]


def test_a_file_that_may_only_be_read_is_left_alone(db: Path, new: Path, capsys: Any) -> None:
    db.chmod(0o444)
    for call in (["run", new, "--kind", "category"], ["add", new], ["plan", "--cost", "1"]):
        assert main([*map(str, call), "--db", str(db)]) == 1
        assert capsys.readouterr().err == f"oakdb: {db}: may only be read; allow writing, or name another file\n"
    assert main(["decide", "--db", str(db)]) == 0
    assert items(db) == ["1"]


def test_a_full_disk_is_said_and_leaves_the_old_results(
    db: Path, new: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.shutil, "copyfileobj", full)
    assert main(["run", str(new), "--kind", "category", "--db", str(db)]) == 1
    assert capsys.readouterr().err == (
        f"oakdb: {db}: cannot be written (No space left on device); make room, the results are as they were\n"
    )
    assert items(db) == ["1"]
    assert sorted(path.name for path in db.parent.iterdir()) == ["new.csv", "task.duckdb"]


def test_what_a_killed_run_has_left_is_taken_away_by_the_next(db: Path, new: Path) -> None:
    left = db.parent / ".task.duckdb.next"
    left.mkdir()
    (left / "task.duckdb").write_bytes(b"half of a database")
    (left / "task.duckdb.wal").write_bytes(b"half of a log")
    assert main(["run", str(new), "--kind", "category", "--db", str(db)]) == 0
    assert items(db) == ["2", "3"]
    assert not left.exists()


def test_what_a_killed_writer_has_committed_is_kept(db: Path, new: Path) -> None:
    kill = (
        "import os, sys, duckdb; con = duckdb.connect(sys.argv[1]); con.execute('create table kept as select 1 as a'); "
        "os.kill(os.getpid(), 9)"
    )
    elsewhere(kill, db)
    assert Path(f"{db}.wal").exists()
    assert main(["run", str(new), "--kind", "category", "--db", str(db)]) == 0
    with duckdb.connect(str(db)) as con:
        assert con.table("kept").fetchall() == [(1,)]


def test_a_link_to_a_database_stays_a_link(db: Path, new: Path) -> None:
    link = db.parent / "link.duckdb"
    link.symlink_to(db.name)
    db.chmod(0o640)
    assert main(["run", str(new), "--kind", "category", "--db", str(link)]) == 0
    assert link.is_symlink()
    assert items(db) == ["2", "3"]
    assert db.stat().st_mode & 0o777 == 0o640


def test_a_run_that_runs_out_of_memory_says_so_and_leaves_the_old_results(db: Path) -> None:
    with files.connect(db) as con:
        con.execute("set memory_limit = '1MB'; set temp_directory = ''")
        with pytest.raises(oakdb.OakError, match=r"memory is exhausted .*; give it more"):
            oakdb.run(pd.concat([NEW.assign(item_id=NEW["item_id"] + str(n)) for n in range(5_000)]), db=db)
    assert items(db) == ["1"]


@pytest.mark.parametrize("name", ["md:", "sqlite:x", "http://localhost/x.duckdb", "quack:localhost"])
def test_a_database_is_a_file_whatever_it_is_called(name: str, new: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(new.parent)
    code = main(["run", str(new), "--kind", "category", "--db", name])
    assert code == (1 if "/" in name else 0), capsys.readouterr().err
    assert (new.parent / name).is_file() == (code == 0)


def test_what_was_taken_in_can_be_run_again(tmp_path: Path) -> None:
    db = tmp_path / "task.duckdb"
    audits = pd.DataFrame({"task": ["1"], "answer": ["x"]})
    oakdb.run(OLD, audits, db=db).con.close()
    with oakdb.run("oakdb.raw_annotations", "oakdb.raw_audits", db=db) as results:
        assert results.summary["n_audits"] == 1


def test_a_storage_version_that_this_duckdb_does_not_know_is_refused_in_one_line(tmp_path: Path) -> None:
    with (
        pytest.raises(
            oakdb.OakError, match=r"storage version v99\.0\.0: DuckDB .* does not write it; give an older one"
        ),
        files.successor(tmp_path / "task.duckdb", "v99.0.0"),
    ):
        pass
    assert list(tmp_path.iterdir()) == []
