"""Plain table, wide: a row per item, a column per worker; an empty cell is no label."""

from collections.abc import Iterator

from oakdb.inputs import ALIASES
from oakdb.loading.cells import column, whole
from oakdb.loading.records import Answer, Record, Source
from oakdb.loading.streams import rows

TAKES = ("item", "worker")


def read(source: Source) -> Iterator[Record | Answer]:
    table = rows(source.path, ",;\t|", source.skip)
    _, header = next(table)
    item_column = column(source, header, source.wishes.item, ALIASES["item_column"], "--item")
    named = [column(source, header, name, (), "--worker") for name in source.wishes.worker]
    workers = named or [name for name in header if name != item_column]
    for place, row in table:
        if not row[item_column]:
            source.skip(f"{item_column} is empty", place, row)
            continue
        for number, worker in enumerate(workers, start=1):
            if row[worker]:
                key = f"{place}, worker {number}"
                yield Record(key, row[item_column], worker, f"{source.name}, {key}")
                yield whole(source, key, "label", row[worker])
