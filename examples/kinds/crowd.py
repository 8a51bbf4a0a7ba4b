"""A made-up crowd for the examples beside this file: eight workers, from one who guesses to one who knows."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

import oakdb

SKILLS = {f"w{number}": skill for number, skill in enumerate(np.linspace(0.1, 0.98, 8), start=1)}
Rng = np.random.Generator


def crowd(truth: Callable[[Rng], Any], report: Callable[[Rng, Any, float], Any], n_items: int = 60) -> pd.DataFrame:
    """Four workers look at each item, and report by the truth and their skill. A quarter of the items is audited."""
    rng = np.random.default_rng(11)
    rows = []
    for item in range(n_items):
        label = truth(rng)
        rows += [
            (f"item {item}", worker, _text(report(rng, label, SKILLS[worker])), _text(label) if item % 4 == 0 else None)
            for worker in rng.choice(list(SKILLS), 4, replace=False)
        ]
    return pd.DataFrame(rows, columns=["item_id", "worker_id", "label", "truth"])


def show(kind: str, labels: pd.DataFrame, **settings: Any) -> pd.DataFrame:
    """Run it, and print what a reader would look at first; the workers with their true skill."""
    audits = labels.dropna(subset="truth").drop_duplicates("item_id")[["item_id", "truth"]]
    audits = audits.rename(columns={"truth": "label"})
    with oakdb.run(labels.drop(columns="truth"), audits, kind=kind, **settings) as results:
        summary, workers = results.summary, results.workers
        answer = results.relation("item_estimates").order("item_id").limit(1).project("label").fetchall()[0][0]
        ((first, second, similarity),) = (
            results.relation("label_pairs")
            .order("1, 2, 3")
            .limit(1)
            .project("worker_a, worker_b, similarity")
            .fetchall()
        )
    print(f"{kind}: {summary['n_items']} items, stop {summary['n_stop']}, ask {summary['n_ask']}")
    print(f"item 0: {first} and {second} are {similarity:.3f} alike; the answer is {answer}"[:150])
    found = workers[["worker_id", "estimated_accuracy"]].assign(skill=workers["worker_id"].map(SKILLS))
    print(found.round(2).to_string(index=False))
    return found


def _text(label: Any) -> Any:
    return label if isinstance(label, str | int | float) else json.dumps(label)
