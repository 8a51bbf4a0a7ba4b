"""Do the intervals tell the truth? Learn on some items, and see whether they hold on the others."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

import oakdb
from oakdb.building import build_model
from oakdb.render import render_aside
from reproduce.sources import Source
from reproduce.stopping import share

SEEDS, TRAIN_SHARE, AUDIT_SHARE, MAX_LABELS = 4, 0.7, 0.2, 3


def tested_intervals(source: Source) -> Iterator[pd.DataFrame]:
    """For each seed: how often the intervals of workers, of their types and of items held."""
    annotations, truths = pd.read_parquet(source.annotations), pd.read_parquet(source.truth)
    settings: dict[str, Any] = {"time_column": "seq"} if "seq" in annotations else {}
    for seed in range(SEEDS):
        is_learned, is_known = (
            frame["item_id"].map(lambda item, seed=seed: share("learn", item, seed) < TRAIN_SHARE)
            for frame in (annotations, truths)
        )
        is_audited = is_known & truths["item_id"].map(lambda item, seed=seed: share("audit", item, seed) < AUDIT_SHARE)
        with oakdb.run(
            annotations[is_learned], truths[is_audited], source.kind, max_labels=MAX_LABELS, **settings
        ) as task:
            for name, rows in (("raw_annotations", annotations[~is_learned]), ("raw_audits", truths[~is_known])):
                task.con.from_df(rows).query("rows", f"create or replace table {task.name(name)} as from rows")
            for model in render_aside("intervals", task.settings, task.schema).values():
                build_model(task, model)
            yield task.table("tested_intervals").assign(seed=seed, data=source.name)
