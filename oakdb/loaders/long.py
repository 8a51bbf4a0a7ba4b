"""Plain table, long: a row per label, with columns for item, worker, label and, if there is one, time."""

from collections.abc import Iterator

from oakdb.inputs import ALIASES
from oakdb.loading.cells import column, whole
from oakdb.loading.records import Answer, Record, Source
from oakdb.loading.streams import rows
from oakdb.loading.times import time_of

TAKES = ("item", "worker", "label", "time")

TIMES = ("time", "timestamp", "created_at", "submitted_at", "submitted", "date", "datetime", "seq")


def read(source: Source) -> Iterator[Record | Answer]:
    table = rows(source.path, ",;\t|", source.skip)
    _, header = next(table)
    wishes = source.wishes
    item_column = column(source, header, wishes.item, ALIASES["item_column"], "--item")
    worker = next(iter(wishes.worker), None)
    if source.named_worker is None:
        worker = column(source, header, worker, ALIASES["worker_column"], "--worker")
    label_column = column(source, header, wishes.label, ALIASES["label_column"], "--label")
    usual = next((name for name in header if name.lower() in TIMES), None)
    time_column = usual if wishes.time is None else column(source, header, wishes.time, (), "--time")
    for place, row in table:
        missing = [name for name in (item_column, worker, label_column) if name is not None and not row[name]]
        if missing:
            source.skip(f"{missing[0]} is empty", place, row)
            continue
        time = time_of(row[time_column]) if time_column else None
        by = source.worker(row[worker] if worker else None)
        yield Record(place, row[item_column], by, f"{source.name}, {place}", time)
        yield whole(source, place, label_column, row[label_column])
