"""Database files: opened without reaching beyond them, and replaced as a whole."""

import errno
import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from oakdb.errors import OakError, first_line

NO_DOWNLOADS: dict[str, Any] = {"autoinstall_known_extensions": False}
CONFINED: dict[str, Any] = NO_DOWNLOADS | {"enable_external_access": False}


def connect(db: str | Path | None, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """Open the database file, or one in memory. What is only read cannot reach other files or the network."""
    if db is None:
        return _quiet(duckdb.connect(":memory:", config=NO_DOWNLOADS))
    path = _resolved(db)
    if path.exists():
        try:
            con = _opened(db, path, read_only=True, config=CONFINED)
        except duckdb.ConnectionException:
            return _shared(db, path)
        if read_only:
            return con
        con.close()
    return _opened(db, path)


@dataclass(frozen=True)
class Successor:
    """A database to write to: a copy that is ours alone, or the file itself."""

    con: duckdb.DuckDBPyConnection
    is_copy: bool


@contextmanager
def successor(db: str | Path, storage_version: str | None = None) -> Iterator[Successor]:
    """A copy of the database, which takes its place in one step when all has gone well.

    Until then all others see the file as it was, and whoever has it open keeps what they see. The copy has a folder of
    its own beside the file: under the same name, for DuckDB calls a database like its file. The folder is also the lock
    among writers; what a killed one has left in it is taken away by the next.

    A file that is open in this process is written to where it is. With a storage version, a new one is made so that an
    older DuckDB opens it.
    """
    path = _resolved(db)
    if storage_version is not None and path.exists():
        raise OakError(
            str(db),
            "is there already, and its storage version stays",
            "name a new file, or leave --storage-version out",
        )
    config = NO_DOWNLOADS | ({"storage_compatibility_version": storage_version} if storage_version else {})
    if path.exists() and not (os.access(path, os.W_OK) and path.stat().st_mode & 0o222):
        raise OakError(str(db), "may only be read", "allow writing, or name another file")
    try:
        with ExitStack() as held:
            folder = _locked_folder(db, path, held)
            if path.exists() and not _held_still(db, path, held):
                yield Successor(held.enter_context(_shared(db, path)), is_copy=False)
                return
            copy = folder / path.name
            if path.exists():
                _copy(path, copy, held)
            try:
                con = _quiet(duckdb.connect(str(copy), config=config))
            except duckdb.InvalidInputException:
                if storage_version is None:
                    raise
                what = f"DuckDB {duckdb.__version__} does not write it"
                raise OakError(f"storage version {storage_version}", what, "give an older one") from None
            with con:
                yield Successor(con, is_copy=True)
                con.execute("checkpoint")
            os.replace(copy, path)
            _settle(path.parent)
    except OSError as error:
        raise OakError(str(db), f"cannot be written ({error.strerror})", _remedy(error)) from None


def reopened(db: str | Path, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    """The database after it was replaced; for reading where others already read the new one."""
    path = _resolved(db)
    if not read_only:
        with suppress(duckdb.IOException):
            return _quiet(duckdb.connect(str(path)))
    return connect(db, read_only=True)


def _shared(db: str | Path, path: Path) -> duckdb.DuckDBPyConnection:
    """Another connection to what this process has open."""
    try:
        return _opened(db, path)
    except duckdb.ConnectionException:
        raise OakError(str(db), "this process has it open for reading", "close it first") from None


def confine(con: duckdb.DuckDBPyConnection) -> None:
    """No other files and no network, for good."""
    for name, value in CONFINED.items():
        con.execute(f"set {name} = {value}")
    con.execute("set lock_configuration = true")


def _quiet(con: duckdb.DuckDBPyConnection, *, is_locked: bool = False) -> duckdb.DuckDBPyConnection:
    """No progress bar: DuckDB would draw it on stdout, which is for data."""
    with suppress(duckdb.InvalidInputException):  # another connection of this process has locked them for both
        con.execute("set enable_progress_bar = false")
        if is_locked:
            con.execute("set lock_configuration = true")
    return con


def _resolved(db: str | Path) -> Path:
    """The file itself, absolute: DuckDB takes `md:` or `http:` in front of a name for another place."""
    return Path(db).resolve()


def _opened(
    db: str | Path, path: Path, *, read_only: bool = False, config: dict[str, Any] | None = None
) -> duckdb.DuckDBPyConnection:
    try:
        con = duckdb.connect(str(path), read_only=read_only, config=config or {})
    except duckdb.ConnectionException:
        raise
    except duckdb.Error as error:
        holder = re.search(r"lock is held.*\(PID (\d+)\)", str(error))
        if holder is not None:
            use = "reading" if "read-only mode" in str(error) else "writing"
            raise OakError(
                str(db), f"process {holder[1]} has it open for {use}", "close it there, or try again later"
            ) from None
        if "in-memory database in read-only mode" in str(error):
            raise _no_database(db) from None
        raise OakError(str(db), f"cannot be opened ({first_line(error)})", "check the path") from None
    (location,) = con.execute("select path from duckdb_databases() where database_name = current_database()").fetchall()
    if location[0] is None:
        con.close()
        raise _no_database(db)
    return _quiet(con, is_locked=config is not None)


def _no_database(db: str | Path) -> OakError:
    """DuckDB opens files of other formats too, as if in memory, but would not write results into them."""
    return OakError(str(db), "cannot be opened (it is not a DuckDB database)", "name another file with --db")


def _locked_folder(db: str | Path, path: Path, held: ExitStack) -> Path:
    """The folder of the copy, empty and ours; it goes when we do."""
    folder = path.parent / f".{path.name}.next"
    while True:
        folder.mkdir(exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise OakError(str(db), "another process is writing to it", "try again when it is done") from None
        if folder.exists() and folder.stat().st_ino == os.fstat(handle).st_ino:
            break
        os.close(handle)  # it was another's, who has just finished
    held.callback(os.close, handle)
    held.callback(shutil.rmtree, folder, ignore_errors=True)
    for left in folder.iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    return folder


def _held_still(db: str | Path, path: Path, held: ExitStack) -> bool:
    """Whether nobody else can write to the file until we are done; not where this process has it open already."""
    while True:
        try:
            guard = _opened(db, path, read_only=True, config=CONFINED | {"custom_user_agent": "guard"})
        except duckdb.ConnectionException:  # every connection of a process has the same configuration
            return False
        if not Path(f"{path}.wal").exists():
            held.callback(guard.close)
            return True
        guard.close()
        _opened(db, path).close()  # takes the log of a killed writer into the file


def _copy(path: Path, copy: Path, held: ExitStack) -> None:
    # Closing a file gives up every lock that the process has on it: this one stays open as long as the lock is needed.
    source = held.enter_context(path.open("rb"))
    with copy.open("wb") as target:
        shutil.copyfileobj(source, target, 1 << 18)
    shutil.copymode(path, copy)
    with suppress(OSError):
        os.chown(copy, path.stat().st_uid, path.stat().st_gid)


def _settle(folder: Path) -> None:
    """The new name is on the disk, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remedy(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "make room, the results are as they were"
    return "check the folder, the results are as they were"
