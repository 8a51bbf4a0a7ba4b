"""Loading: exports of labelling tools become the annotations that `oakdb run` takes.

A format is a module in `oakdb.loaders`.
"""

import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from oakdb import loaders
from oakdb.errors import CALL_WRONG, OakError
from oakdb.loading.labels import chosen_field, chosen_kind, label_of, only
from oakdb.loading.records import LeftOutError, Skip, Skips, Source, Wishes
from oakdb.loading.store import Store
from oakdb.pseudonyms import Key, KeyFile

Paths = str | Path | Iterable[str | Path]


@dataclass(frozen=True)
class Loaded:
    """What was written, and what was left out."""

    kind: str
    field: str
    n_items: int
    n_workers: int
    n_labels: int
    n_audits: int
    n_repeated: int
    has_times: bool
    skipped: list[Skip]

    @property
    def n_skipped(self) -> int:
        """Records, and parts of records, that were left out."""
        return sum(skip.n for skip in self.skipped)


def formats() -> dict[str, Any]:
    """The known formats by name: the modules of `oakdb.loaders`."""
    return {name: import_module(module) for name, module in loaders.modules().items()}


def load(
    format: str,
    files: Paths,
    out: str | Path,
    *,
    audits: str | Path | None = None,
    skipped: str | Path | None = None,
    skip_empty: bool = False,
    anonymise: KeyFile | None = None,
    **wishes: Any,
) -> Loaded:
    """Turn the exports of a labelling tool into annotations: item_id, worker_id, label and time, as parquet.

    A file may be given as `NAME=FILE`: then all its labels are NAME's. `audits` takes the true labels that the export
    knows, `skipped` what was left out, as JSON lines. Wishes are `kind`, `field`, `item`, `worker`, `label` and
    `time`. Files are read piece by piece, and what is written is complete or not there. With `anonymise`, a file that
    holds a key or the key itself as bytes, workers have other names in all that is written and said.
    """
    key = Key.given(anonymise)
    known = formats()
    if format not in known:
        raise OakError(f"format {format}", "is not known", f"known are {', '.join(known)}", exit_code=CALL_WRONG)
    wanted = Wishes(**{name: wish for name, wish in wishes.items() if wish})
    _refuse_in_vain(format, known[format], wanted)
    listed = [files] if isinstance(files, str | Path) else list(files)
    targets = [Path(path) for path in (out, audits) if path is not None]
    for target in targets:
        if target.suffix != ".parquet":
            raise OakError(
                str(target), "is not the name of a parquet file", "let it end in .parquet", exit_code=CALL_WRONG
            )
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="oakdb")))
        store = Store(folder, key)
        stack.callback(store.con.close)
        skips = Skips(None if skipped is None else stack.enter_context(_written(Path(skipped))))
        sources = [_source(number, file, wanted, skips, key) for number, file in enumerate(listed, start=1)]
        for number, source in enumerate(sources):
            with _nobody_named(source):
                for found in known[format].read(source):
                    store.add(number, found)
        for number, record, value in store.unclaimed():
            sources[number].skip("an answer to a record that is not in the file", f"record {record}", value)
        field, kind = _chosen(", ".join(source.name for source in sources), store, wanted)
        _label(store, field, kind, skips, skip_empty=skip_empty, has_audits=audits is not None)
        loaded = _counted(store, field, kind, skips)
        labels = store.labels.relation()
        # In the files, workers may have an order that says who is who.
        _write(labels if key is None else labels.order("item_id, worker_id, time, label"), Path(out))
        if audits is not None:
            _write(store.truths.relation().project("item_id, label"), Path(audits))
    return loaded


def _refuse_in_vain(format: str, module: Any, wishes: Wishes) -> None:
    for name in ("item", "worker", "label", "time"):
        if getattr(wishes, name) and name not in module.TAKES:
            raise OakError(f"format {format}", f"has no use for --{name}", "leave it out", exit_code=CALL_WRONG)


@contextmanager
def _nobody_named(source: Source) -> Iterator[None]:
    """Where workers have other names, what is wrong with a file is said without its name and without what it says."""
    try:
        yield
    except OakError as error:
        if source.number is None:
            raise
        place = ", ".join([source.name, *re.findall(r"line \d+$", error.where)])
        raise OakError(place, error.what, error.remedy, exit_code=error.exit_code) from None


def _source(number: int, file: str | Path, wishes: Wishes, skips: Skips, key: Key | None) -> Source:
    """A file, or NAME=FILE."""
    worker, equals, rest = str(file).partition("=")
    is_named = equals and worker and not Path(file).exists()
    path = Path(rest if is_named else file)
    source = Source(path, worker if is_named else None, wishes, skips, None if key is None else number)
    if not path.is_file():
        raise OakError(source.name, "there is no such file", "give the files of the export")
    return source


def _written(path: Path) -> Any:
    try:
        return path.open("w", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise OakError(str(path), f"cannot be written ({error.strerror})", "check the folder") from None


def _chosen(where: str, store: Store, wishes: Wishes) -> tuple[str, str]:
    field = chosen_field(where, store.fields(), wishes.field)
    return field, chosen_kind(where, store.kinds(field), store.is_single(field), wishes.kind)


def _label(store: Store, field: str, kind: str, skips: Skips, *, skip_empty: bool, has_audits: bool) -> None:
    """Every record becomes a label, a truth, or is left out with a reason."""
    for item, worker, time, is_truth, place, height, width, answers, is_whole, problem in store.answered(field):
        values = [json.loads(answer) for answer in answers]
        size = None if height is None else (height, width)
        try:
            if is_truth and not has_audits:
                raise LeftOutError("a true label: give --audits to keep it")
            if problem is not None:
                raise LeftOutError(problem)
            label = only(kind, values) if is_whole else label_of(kind, values, size, skips_empty=skip_empty)
        except LeftOutError as reason:
            skips.add(str(reason), place, {"item_id": item, "worker_id": worker, field: values})
            continue
        (store.truths if is_truth else store.labels).add(item, worker, label, time)


def _counted(store: Store, field: str, kind: str, skips: Skips) -> Loaded:
    labels = store.labels.relation()
    counted = ("*", "distinct item_id", "distinct worker_id", "time", "distinct (item_id, worker_id)")
    counts = labels.aggregate(", ".join(f"count({what})" for what in counted)).fetchall()[0]
    n_labels, n_items, n_workers, n_times, n_pairs = counts
    if n_labels == 0:
        reasons = skips.by_reason()
        most = f", {reasons[0].n} because: {reasons[0].reason}" if reasons else ""
        raise OakError(f"field {field}", f"no record makes a label{most}", "see --skipped FILE")
    return Loaded(
        kind=kind,
        field=field,
        n_items=n_items,
        n_workers=n_workers,
        n_labels=n_labels,
        n_audits=store.truths.relation().count("*").fetchall()[0][0],
        n_repeated=n_labels - n_pairs,
        has_times=n_times == n_labels,
        skipped=skips.by_reason(),
    )


def _write(relation: Any, path: Path) -> None:
    """Beside it first: a file that is there stays until the new one is complete."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        relation.to_parquet(str(beside))
        beside.replace(path)
    except Exception as error:
        raise OakError(str(path), f"cannot be written ({str(error).splitlines()[0]})", "check the folder") from None
    finally:
        with suppress(OSError):
            beside.unlink()
