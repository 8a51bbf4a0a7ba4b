"""The method in the shape that users of crowd-kit know: fit, predict, fit_predict, on task, worker and label."""

from typing import Any, Self

import pandas as pd

from oakdb.database import run
from oakdb.errors import CALL_WRONG, OakError
from oakdb.pseudonyms import Key
from oakdb.results import Results

COLUMNS = ["task", "worker", "label"]


class Aggregator:
    """Answers and their accuracy, from a frame with the columns `task`, `worker` and `label`, for labels of any kind.

    After `fit` there are, as Series by task or worker, `labels_` (the answers), `accuracies_` (the estimated accuracy
    of each), `decisions_` (`stop` or `ask`) and `skills_` (the estimated accuracy of each worker); `results_` has all
    else. Settings are those of `oakdb.run`.

    >>> frame = pd.DataFrame({"task": [1, 1, 1, 2, 2], "worker": list("abcab"), "label": [0, 0, 1, 1, 1]})
    >>> Aggregator().fit_predict(frame).to_dict()
    {1: 0, 2: 1}
    """

    labels_: "pd.Series[Any]"
    accuracies_: "pd.Series[float]"
    decisions_: "pd.Series[str]"
    skills_: "pd.Series[float]"

    def __init__(self, kind: str = "category", **settings: Any) -> None:
        self.kind = kind
        self.settings = settings
        self.results_: Results | None = None

    def fit(self, data: pd.DataFrame, audits: Any = None) -> Self:
        """Learn from labels, and from audits where there are any: a Series of true labels by task, or a frame."""
        given = self._taken(data)
        results = run(given, self._truths(audits), self.kind, **self.settings)
        if self.results_ is not None:
            self.results_.con.close()
        self.results_ = results
        tasks, workers, labels = (_originals(data[column]) for column in COLUMNS)
        items, decisions = results.items, results.decisions
        self.labels_ = self._answers(items, tasks, labels)
        self.accuracies_ = _series(items, "estimated_accuracy", "accuracy", tasks)
        self.decisions_ = _series(decisions, "decision", "decision", tasks)
        competence = results.workers.rename(columns={"worker_id": "item_id"})
        self.skills_ = _series(competence, "estimated_accuracy", "skill", workers).rename_axis("worker")
        self._labels = labels
        return self

    def predict(self, data: pd.DataFrame) -> "pd.Series[Any]":
        """The answers to these labels, by what `fit` has learned of the workers; nothing is learned from them."""
        if self.results_ is None:
            raise OakError("predict", "nothing was learned yet", "call fit first", exit_code=CALL_WRONG)
        con, raw = self.results_.con, self.results_.name("raw_annotations")
        taken = self._taken(data)
        key = Key.given(self.settings.get("anonymise"))
        if key is not None:
            taken["worker"] = taken["worker"].map(key.name, na_action="ignore")
        given = con.from_df(taken)
        con.begin()
        try:  # the views read the annotations as they stand: they stand so until the answers are read
            con.execute(f"delete from {raw}")
            given.query("given", f"insert into {raw} by name from given")
            items = self.results_.items
        finally:
            con.rollback()
        return self._answers(items, _originals(data["task"]), {**_originals(data["label"]), **self._labels})

    def fit_predict(self, data: pd.DataFrame, audits: Any = None) -> "pd.Series[Any]":
        """Learn from labels, and answer them."""
        return self.fit(data, audits).labels_

    def _taken(self, data: pd.DataFrame) -> pd.DataFrame:
        """What the run needs; ids and categories as text, as Python writes them."""
        missing = [column for column in COLUMNS if column not in data]
        if missing:
            raise OakError(
                "data", f"there is no column '{missing[0]}'", "give task, worker and label", exit_code=CALL_WRONG
            )
        time = self.settings.get("time_column")
        taken = data[[*COLUMNS, *([time] if time is not None and time not in COLUMNS else [])]].copy()
        for column in COLUMNS if self.kind == "category" else COLUMNS[:2]:
            taken[column] = _texts(taken[column])
        return taken

    def _truths(self, audits: Any) -> Any:
        if isinstance(audits, pd.Series):
            audits = pd.DataFrame({"task": audits.index, "label": audits.to_numpy()})
        if not isinstance(audits, pd.DataFrame):
            return audits
        truths = audits.copy()
        for column in ("task", "label") if self.kind == "category" else ("task",):
            if column in truths:
                truths[column] = _texts(truths[column])
        return truths

    def _answers(self, items: pd.DataFrame, tasks: dict[str, Any], labels: dict[str, Any]) -> "pd.Series[Any]":
        known = labels if self.kind == "category" else None
        return _series(items, "label", "agg_label", tasks, known)


def _texts(column: "pd.Series[Any]") -> "pd.Series[Any]":
    return column.map(str, na_action="ignore").astype("object")


def _originals(column: "pd.Series[Any]") -> dict[str, Any]:
    """What was given for each text; unhashable labels have no need of it."""
    try:
        return {str(value): value for value in column.dropna().unique()}
    except TypeError:
        return {}


def _series(
    frame: pd.DataFrame, column: str, name: str, keys: dict[str, Any], values: dict[str, Any] | None = None
) -> "pd.Series[Any]":
    """A column by item, both under the names that the user gave them."""
    index = pd.Index([keys.get(key, key) for key in frame["item_id"]], name="task")
    found = frame[column].tolist()
    answers = found if values is None else [values.get(value, value) for value in found]
    return pd.Series(answers, index=index, name=name)
