"""The paper's experiment: learn on some items, decide on the others, and see what stopping early costs and gives."""

import json
import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd

from oakdb.database import Progress, build_model, learn
from oakdb.errors import CALL_WRONG, OakError
from oakdb.project import Settings, settings_with_defaults
from oakdb.render import quoted, render, render_trial
from oakdb.report import write_evaluation_report
from oakdb.results import Results

BASE, TRIAL = "oakdb", "trial"

ESTIMATORS = {"oak": "OAK", "poak": "POAK", "poaki": "POAKi", "poak_irt": "POAK+IRT", "hoak": "HOAK"}

METHODS = {  # the paper's names: whose estimate decides, and how the labels become one answer
    "OAK-Weight": ("oak", "weighted"),
    "OAK-BAU": ("oak", "bau"),
    "POAK-Weight": ("poak", "weighted"),
    "POAK-BAU": ("poak", "bau"),
    "POAKi": ("poaki", "weighted"),
    "POAK+IRT": ("poak_irt", "weighted"),
    "HOAK-Weight": ("hoak", "weighted"),
    "SAD": (None, "sad"),
    "Uniform": (None, "weighted"),
}

WEIGHTS = ("linear", "cubed", "log_odds", "uniform")


@dataclass(frozen=True)
class Design:
    """What is tried: how often, on how much, and with what."""

    trials: int = 10
    train_share: Sequence[float] = (0.1, 0.3, 0.5, 0.7)
    audit_share: float = 0.2
    labels_per_item: int = 3
    methods: Sequence[str] = tuple(METHODS)
    weights: Sequence[str] = ("linear",)
    seed: int = 0

    def __post_init__(self) -> None:
        _check("trials", self.trials >= 1, self.trials, "a whole number above 0")
        _check("train-share", len(self.train_share) > 0, "nothing", "shares between 0 and 1")
        for share in self.train_share:
            _check("train-share", 0 < share < 1, share, "shares between 0 and 1")
        _check("audit-share", 0 <= self.audit_share <= 1, self.audit_share, "a share from 0 to 1")
        _check("labels-per-item", self.labels_per_item >= 2, self.labels_per_item, "a whole number above 1")
        for method in self.methods:
            _check("methods", method in METHODS, method, f"some of {', '.join(METHODS)}")
        for weights in self.weights:
            _check("weights", weights in WEIGHTS, weights, f"some of {', '.join(WEIGHTS)}")

    @property
    def contenders(self) -> list[dict[str, Any]]:
        """Each method with each kind of weights it can have. Uniform is always there: the others are measured by it."""
        chosen = {**{name: METHODS[name] for name in METHODS if name in self.methods}, "Uniform": METHODS["Uniform"]}
        found = []
        for method, (estimator, aggregation) in chosen.items():
            weights: Sequence[str | None] = (None,)
            if estimator and aggregation == "weighted":
                weights = self.weights
            found += [
                {
                    "method": method,
                    "estimator": estimator,
                    "aggregation": aggregation,
                    "weights": "uniform" if method == "Uniform" else kind,
                }
                for kind in weights
            ]
        return found


def _check(name: str, is_right: bool, value: Any, expected: str) -> None:
    if not is_right:
        raise OakError(f"--{name}", f"'{value}' will not do", f"give {expected}", exit_code=CALL_WRONG)


@dataclass(frozen=True)
class Evaluation:
    """What came out: facts, and a frame for each of the summary's relations."""

    data: dict[str, Any]
    settings: dict[str, Any]
    baseline: dict[str, float]
    results: pd.DataFrame
    curves: pd.DataFrame
    thresholds: pd.DataFrame
    calibration_cells: pd.DataFrame
    correlations: pd.DataFrame
    reliability: pd.DataFrame
    seconds: float
    cores: int

    def at_largest_share(self) -> pd.DataFrame:
        """The results that rest on the most items to learn from, as a table for people."""
        largest: pd.DataFrame = self.results[self.results["train_share"] == self.results["train_share"].max()]
        return largest.drop(columns=["aggregation", "train_share"])

    def as_records(self) -> dict[str, Any]:
        """The shape of results.json. Single workers are shown for the largest training size only."""
        cells = self.calibration_cells
        return {
            "data": self.data,
            "settings": self.settings,
            "baseline": self.baseline,
            "results": _records(self.results),
            "curves": _records(self.curves),
            "thresholds": _records(self.thresholds),
            "calibration": _records(_named(cells[cells["train_share"] == cells["train_share"].max()])),
            "correlations": _records(_named(self.correlations)),
            "reliability": _records(_named(self.reliability)),
            "seconds": round(self.seconds, 1),
            "cores": self.cores,
        }


def _named(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(estimator=frame["estimator"].map(ESTIMATORS)).rename(columns={"estimator": "method"})


def write_evaluation(evaluation: Evaluation, folder: Path, pictures: str | None = None) -> list[Path]:
    """results.json, curves.csv and report.html, and each chart as a picture where asked for."""
    results, curves, report = folder / "results.json", folder / "curves.csv", folder / "report.html"
    records = evaluation.as_records()
    results.write_text(json.dumps(records, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    evaluation.curves.to_csv(curves, index=False)
    write_evaluation_report(records, report, pictures)
    return [results, curves, report]


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads(frame.to_json(orient="records", double_precision=15))
    return records


def evaluate(
    annotations: Any,
    truth: Any = None,
    kind: str = "category",
    *,
    progress: Progress | None = None,
    **options: Any,
) -> Evaluation:
    """Try the methods on data whose truth is known; without it, the answer of all labels stands in.

    Every trial splits the items by a hash of their id and the seed, learns on the one part and decides on the other
    (docs/method.md, evaluation). Options are the fields of `Design`, and settings.
    """
    started = time.monotonic()
    designed = {field.name for field in fields(Design)}
    design = Design(**{name: value for name, value in options.items() if name in designed})
    settings = {name: value for name, value in options.items() if name not in designed}
    given = settings_with_defaults({**settings, "kind": kind})
    uniform = {} if truth is not None else {"weights": "uniform"}
    with learn(annotations, truth, {**settings, **uniform, "kind": kind}, schema=BASE, progress=progress) as base:
        if truth is None:
            _let_answers_stand_in(base, given)
        _refuse_no_test(base)
        frames = _tried(base, given, design, progress)
        counts = base.summary
    return Evaluation(
        data={
            "annotations": os.fspath(annotations) if isinstance(annotations, str | os.PathLike) else "a table",
            "kind": kind,
            **{name: counts[name] for name in ("n_items", "n_labels", "n_workers")},
            "n_truths": counts["n_audits"],
            "n_rejected": counts["n_rejected"],
            "truth": "aggregate of all labels" if truth is None else "given",
        },
        settings={**asdict(design), **settings},
        baseline=_records(frames.pop("baseline"))[0],
        seconds=time.monotonic() - started,
        cores=os.cpu_count() or 1,
        **frames,
    )


def _let_answers_stand_in(base: Results, settings: Settings) -> None:
    """Where no truth is known: the answer of all labels is taken for it."""
    answers = base.relation("item_estimates").project("item_id, label")
    answers.query("answers", f"create or replace table {base.name('stg_audits')} as from answers")
    (audited_labels,) = (model for model in render(settings, BASE) if model.name == "audited_labels")
    build_model(base, audited_labels)


def _refuse_no_test(base: Results) -> None:
    if not base.relation("label_pairs").join(base.relation("stg_audits"), "item_id").limit(1).fetchall():
        raise OakError(
            "truth", "no item has both a truth and two labels", "check that the ids of the items are the same"
        )


def _tried(base: Results, settings: Settings, design: Design, progress: Progress | None) -> dict[str, pd.DataFrame]:
    """All trials, one after the other in one schema; then their summary, a frame for each relation of it."""
    base.con.execute(f"create schema {quoted(TRIAL)}")
    trial = Results(base.con, TRIAL)
    variants = [  # no audits; audits that calibrate; audits that count as evidence, too
        {**settings, "contenders": design.contenders, "calibrated": calibrated, "audit_weight": weight}
        for calibrated, weight in dict.fromkeys([(False, 0), (True, 0), (True, settings["audit_weight"])])
    ]
    first = render_trial(variants[0], BASE, TRIAL, is_first=True)
    later = [render_trial(variant, BASE, TRIAL, is_first=False) for variant in variants]
    n_trials = design.trials * len(design.train_share) * len(variants)
    seeds = range(design.seed, design.seed + design.trials)
    for number, (seed, share, models) in enumerate(product(seeds, design.train_share, later)):
        if progress is not None:
            progress(number + 1, n_trials, f"seed {seed}, {share:.0%} of the items to learn from")
        _set_trial(base, seed, share, design)
        is_drawn = number % (n_trials // design.trials) > 0
        for model in first if number == 0 else models:
            if model.folder != "summary" and not (is_drawn and model.folder == "drawing"):
                build_model(trial, model, appends=number > 0)
    summary = [model for model in first if model.folder == "summary"]
    for model in summary:
        build_model(trial, model)
    return {model.name: trial.relation(model.name).df() for model in summary}


def _set_trial(base: Results, seed: int, share: float, design: Design) -> None:
    trial = pd.DataFrame(
        {
            "seed": [seed],
            "train_share": [share],
            "audit_share": [design.audit_share],
            "labels_per_item": [design.labels_per_item],
        }
    )
    base.con.from_df(trial).query("trial", f"create or replace table {base.name('trial')} as from trial")
