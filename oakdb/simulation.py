"""A replay: labels are bought as an online system would buy them, knowing no more than it would have known."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from oakdb.building import build_model
from oakdb.database import Progress, learn
from oakdb.errors import CALL_WRONG, OakError
from oakdb.notebook import as_html
from oakdb.project import settings_with_defaults
from oakdb.pseudonyms import KeyFile
from oakdb.render import quoted, render_aside
from oakdb.results import Results

BASE, REPLAY = "everything", "replay"


@dataclass(frozen=True)
class Simulation:
    """Cost and accuracy over time, of each strategy, and what was decided of each item."""

    timeline: pd.DataFrame
    purchases: pd.DataFrame

    def over_time(self) -> pd.DataFrame:
        """After each batch, over all items so far: what oakdb paid, and how good its answers are beside the others'."""
        wide = self.timeline.pivot_table(index="n_items", columns="strategy", values="accuracy")
        paid = self.timeline[self.timeline["strategy"] == "oakdb"].set_index("n_items")["cost"].rename("cost")
        others = [name for name in wide.columns if name.startswith("always")]
        return wide.rename_axis(columns=None).join(paid)[["cost", "oakdb", "uniform", *others]].reset_index()

    def in_the_end(self) -> pd.DataFrame:
        """Each strategy over all items."""
        last: pd.DataFrame = self.timeline[self.timeline["batch"] == self.timeline["batch"].max()]
        return last[["strategy", "n_items", "cost", "accuracy"]].reset_index(drop=True)

    def _repr_html_(self) -> str:
        return as_html("oakdb simulate", {}, [("Each strategy over all items:", self.in_the_end())])


def simulate(
    annotations: Any,
    truth: Any,
    kind: str = "category",
    *,
    every: int = 100,
    audit_share: float = 0.2,
    anonymise: KeyFile | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Simulation:
    """Replay the labels in their order of arrival, and count what was bought and how good the answers were.

    Items come up by the time of their first label, without a time column in an order by hash. Their labels are bought
    one by one until the estimate reaches the threshold, by what was learned from all that was bought before; it is
    learned anew every so many items. Of the first ones all labels are bought. Some that are done are audited.
    """
    _check("every", every >= 1, every, "a whole number above 0")
    _check("audit-share", 0 <= audit_share <= 1, audit_share, "a share from 0 to 1")
    given = settings_with_defaults({**settings, "kind": kind})
    # All labels of equal weight, whose ties are not decided by the truth: what others would do
    plain = {
        **settings,
        "kind": kind,
        "method": "oak",
        "audit_weight": 0,
        "weights": "uniform",
        "aggregation": "weighted",
    }
    with learn(annotations, truth, plain, schema=BASE, anonymise=anonymise, progress=progress) as base:
        columns = {name: value for name, value in base.settings.items() if name.endswith("_column")}
        (most_labels,) = base.relation("audited_prefixes").max("n_labels").fetchall()[0]
        if most_labels is None:
            raise OakError("truth", "no item has both a truth and a label", "check that the ids are the same")
        given |= {**columns, "every": every, "audit_share": audit_share, "most_labels": most_labels}
        return _replayed(base, given, {**settings, **columns, "kind": kind}, progress)


def _replayed(base: Results, given: dict[str, Any], settings: dict[str, Any], progress: Progress | None) -> Simulation:
    replay = Results(base.con, REPLAY)
    replay.con.execute(f"create schema {quoted(REPLAY)}")
    models = render_aside("simulation", given, REPLAY, BASE)
    build_model(replay, models["arrivals"])
    (last_batch,) = replay.relation("arrivals").max("batch").fetchall()[0]
    nothing_bought = pd.DataFrame({"item_id": pd.Series(dtype="str"), "n_labels": pd.Series(dtype="int64")})
    _put(replay, "purchases", nothing_bought)
    for batch in range(last_batch + 1):
        if progress is not None:
            progress(batch + 1, last_batch + 1, f"items from {batch * given['every'] + 1}")
        _put(replay, "step", pd.DataFrame({"batch": [batch], "is_learning": [True]}))
        for name in ("labels_shown", "audits_shown"):
            build_model(replay, models[name])
        learn(f"{REPLAY}.labels_shown", f"{REPLAY}.audits_shown", settings, db=replay.con, schema=REPLAY)
        _put(replay, "step", pd.DataFrame({"batch": [batch], "is_learning": [False]}))
        build_model(replay, models["purchases"], appends=batch > 0)
    for name in ("outcomes", "timeline"):
        build_model(replay, models[name])
    return Simulation(
        replay.relation("timeline").order("batch, strategy").df(),
        replay.relation("purchases").order("batch, item_id").df(),
    )


def _put(replay: Results, name: str, frame: pd.DataFrame) -> None:
    replay.con.from_df(frame).query("frame", f"create or replace table {replay.name(name)} as from frame")


def _check(name: str, is_right: bool, value: Any, expected: str) -> None:
    if not is_right:
        raise OakError(f"--{name}", f"'{value}' will not do", f"give {expected}", exit_code=CALL_WRONG)
