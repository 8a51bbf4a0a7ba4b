"""Trial after trial: draw, learn on some items, decide on the others. All that is computed is computed in SQL."""

import os
import time
from dataclasses import asdict, fields
from itertools import pairwise, product
from typing import Any

import pandas as pd

from oakdb.building import build_model
from oakdb.database import Progress, learn
from oakdb.errors import OakError
from oakdb.evaluation.design import Design
from oakdb.evaluation.finding import Evaluation, records
from oakdb.project import Settings, settings_with_defaults
from oakdb.pseudonyms import KeyFile
from oakdb.render import Model, quoted, render, render_trial
from oakdb.results import Results

BASE, TRIAL = "oakdb", "trial"


def evaluate(
    annotations: Any,
    truth: Any = None,
    kind: str = "category",
    *,
    anonymise: KeyFile | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Evaluation:
    """Try the methods on data whose truth is known; without it, the answer of all labels stands in.

    Every trial splits the items by a hash of their id and the seed, learns on the one part and decides on the other
    (docs/method.md, evaluation). Options are the fields of `Design`, and settings.
    """
    started = time.monotonic()
    designed = {field.name for field in fields(Design)}
    design = Design(**{name: value for name, value in options.items() if name in designed}).for_kind(kind)
    settings = {name: value for name, value in options.items() if name not in designed}
    given = settings_with_defaults({**settings, "kind": kind})
    uniform = {} if truth is not None else {"weights": "uniform"}
    learned = {**settings, **uniform, "kind": kind}
    with learn(annotations, truth, learned, schema=BASE, anonymise=anonymise, progress=progress) as base:
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
        settings={
            name: list(value) if isinstance(value, tuple) else value
            for name, value in {**asdict(design), **settings}.items()
        },
        baseline=records(frames.pop("baseline"))[0],
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
    stays = [set[str](), *(_unchanged(*two) for two in pairwise(later))]
    n_trials = design.trials * len(design.train_share) * len(variants)
    seeds = range(design.seed, design.seed + design.trials)
    for number, (seed, share, variant) in enumerate(product(seeds, design.train_share, range(len(variants)))):
        if progress is not None:
            progress(number + 1, n_trials, f"seed {seed}, {share:.0%} of the items to learn from")
        _set_trial(base, seed, share, design)
        is_drawn = number % (n_trials // design.trials) > 0
        for model in first if number == 0 else later[variant]:
            is_there = model.name in stays[variant] or (is_drawn and model.folder == "drawing")
            if model.folder != "summary" and not is_there:
                build_model(trial, model, appends=number > 0)
    summary = [model for model in first if model.folder == "summary"]
    for model in summary:
        build_model(trial, model)
    return {model.name: trial.relation(model.name).df() for model in summary}


def _unchanged(before: list[Model], models: list[Model]) -> set[str]:
    """Those that a second way to use audits leaves as the first has built them: the same SQL over what is unchanged."""
    built = {model.name: model.sql for model in before}
    found: set[str] = set()
    for model in models:  # each after those it reads
        if model.materialized != "incremental" and model.sql == built[model.name] and model.refs <= found:
            found.add(model.name)
    return found


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
