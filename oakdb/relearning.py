"""Learning again after labels were added: what is summed up over all items is corrected for the items concerned."""

from collections.abc import Container, Mapping

from oakdb.building import build_model, drop_models
from oakdb.project import Settings
from oakdb.render import Model, render_relearning, render_tables
from oakdb.results import Results, Temporary

BY_ITEM = ("stg_annotations", "label_pairs", "audited_labels")  # the rows of an item are those of its labels alone
SUMMED_UP = ("item_counts", "prefix_annotations", "prefix_items", "worker_sums")
WITHOUT_LABELS = ("kind_parameters", "rejected_rows", "stg_audits", "type_medoids")  # nothing to learn from new labels


def relearn(task: Results, settings: Settings) -> bool:
    """What a run over all annotations would learn; thresholds stay as they were planned.

    Returns whether it was enough to correct what was learned, and not all was learned in full.
    """
    schema = None if task.is_namesake else task.schema
    tables = {model.name: model for model in render_tables(settings, schema)}
    done = ["task_settings", "thresholds"]
    is_corrected = _is_local(tables, settings)
    if is_corrected:
        _correct(task, settings, schema, tables)
        is_corrected = _is_complete(task)
    if is_corrected:
        done += [*BY_ITEM, *SUMMED_UP, *WITHOUT_LABELS]
    for model in tables.values():
        if model.name not in done:
            build_model(task, model)
    task.con.execute(f"drop table {task.name('added_labels')}")
    return is_corrected


def _is_local(tables: Mapping[str, Model], settings: Settings) -> bool:
    """Whether labels of one item leave those of the others alone; a learned scale or type may move with any label."""
    return not tables["kind_parameters"].refs and not str(settings["partition"]).lower().startswith("cluster")


def _correct(task: Results, settings: Settings, schema: str | None, tables: Container[str]) -> None:
    concerned = Temporary(task.con)
    models = render_relearning(settings, schema)
    for model in models:
        build_model(task if model.name in SUMMED_UP else concerned, model)
    _replace(task, concerned, "stg_annotations", "live_annotations", "rowid in (select place from {})")
    for name in BY_ITEM[1:]:
        if name in tables:
            _replace(task, concerned, name, name, "item_id in (select item_id from {})")
    drop_models(concerned, [model for model in models if model.name not in SUMMED_UP])


def _replace(task: Results, concerned: Results, name: str, labels: str, these: str) -> None:
    before, after = (concerned.name(f"{labels}_{state}") for state in ("before", "after"))
    task.con.execute(f"delete from {task.name(name)} where {these.format(before)}")
    task.con.execute(f"insert into {task.name(name)} by name from {after}")


def _is_complete(task: Results) -> bool:
    """Whether every row was kept or left out; not where rows came or went by another way than `add`."""
    (n_kept,) = task.relation("item_counts").sum("n_items").fetchall()[0]
    (n_left_out,) = task.relation("rejected_rows").filter("source = 'annotations'").count("*").fetchall()[0]
    return task.count("checked_annotations") == int(n_kept or 0) + int(n_left_out)
