"""Choosing thresholds: the policy that serves a goal best on the items at hand. What is computed is computed in SQL."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from oakdb.building import build_model, in_one_transaction
from oakdb.display import some_rows
from oakdb.errors import OakError
from oakdb.files import confine, successor
from oakdb.notebook import as_html
from oakdb.render import render_aside
from oakdb.results import Results

GOALS = ("accuracy", "cost", "price")


@dataclass(frozen=True)
class Plan:
    """The thresholds that were chosen, what is expected of them, and the policies that no other beats."""

    summary: dict[str, Any]
    frontier: pd.DataFrame
    outcomes: pd.DataFrame

    @property
    def thresholds(self) -> list[float]:
        """One per number of labels; the last is 0, after the last label that the plan knows of."""
        found: list[float] = self.summary["thresholds"]
        return found

    def rounded_summary(self) -> dict[str, Any]:
        """For people: each expectation with its interval."""
        found = self.summary
        expected = {
            name: "{:.{places}f}, 95 % from {:.{places}f} to {:.{places}f}".format(
                *(found[name + end] for end in ("", "_low", "_high")), places=places
            )
            for name, places in (("cost", 3), ("accuracy", 4), ("saved_per_1000", 0))
        }
        thresholds = ", ".join(f"{threshold:.4f}" for threshold in self.thresholds)
        return (
            {name: found[name] for name in ("goal", "target", "evidence", "n_items")}
            | {"thresholds": thresholds}
            | expected
        )

    def _repr_html_(self) -> str:
        frontier = some_rows(self.frontier.drop(columns="policy"))
        return as_html("oakdb plan", self.rounded_summary(), [("The policies that no other beats:", frontier)])


def plan(
    db: str | Path | Results,
    *,
    accuracy: float | None = None,
    cost: float | None = None,
    price: float | None = None,
    schema: str = "oakdb",
) -> Plan:
    """Choose the thresholds of a task, and use them from now on in its decisions.

    The goal is one of `accuracy`: reach it with the fewest labels; `cost`: the best answers for so many labels per
    item; `price`: the best trade where a label is worth so much accuracy. Chosen on the audited items, or, with fewer
    than ten of them, on the model's own estimates (`summary["evidence"]` says which).
    """
    goals = {name: value for name, value in zip(GOALS, (accuracy, cost, price), strict=True) if value is not None}
    if len(goals) != 1:
        raise OakError("plan", "there must be one goal", f"give one of {', '.join(GOALS)}")
    ((goal, target),) = goals.items()
    if isinstance(db, Results):
        return _planned(db, goal, target)
    with successor(db) as next_one:
        if next_one.is_copy:
            confine(next_one.con)
        return _planned(Results(next_one.con, schema), goal, target)


def _planned(task: Results, goal: str, target: float) -> Plan:
    given = {**task.settings, "goal": goal, "target": target, "n_points": 1}
    schema = None if task.is_namesake else task.schema
    with in_one_transaction(task):
        build_model(task, render_aside("planning", given, schema)["plan_prefixes"])
        (most_labels,) = task.relation("plan_prefixes").max("n_labels").fetchall()[0]
        if most_labels is None:
            raise OakError("plan", "no item has two labels and an estimate", "collect more labels, then run again")
        for model in render_aside("planning", {**given, "n_points": most_labels - 1}, schema).values():
            if model.name != "plan_prefixes":
                build_model(task, model)
        _refuse_none(task, goal, target)
        summary = task.relation("plan_summary")
        return Plan(
            dict(zip(summary.columns, summary.fetchall()[0], strict=True)),
            task.relation("plan_frontier").order("cost").df(),
            task.relation("plan_outcomes").order("cost, policy").df(),
        )


def _refuse_none(task: Results, goal: str, target: float) -> None:
    if task.relation("plan_choice").fetchall():
        return
    frontier = task.relation("plan_frontier")
    if goal == "accuracy":
        (best,) = frontier.max("accuracy").fetchall()[0]
        raise OakError(
            "--accuracy", f"{target} is out of reach: all labels give {best:.4f}", "aim lower, or ask for more labels"
        )
    (least,) = frontier.min("cost").fetchall()[0]
    raise OakError(
        "--cost", f"{target} is less than the {least:.4g} labels per item of the cheapest policy", "allow more"
    )
