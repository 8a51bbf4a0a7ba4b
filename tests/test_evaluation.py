"""The paper's experiment: against the plain reference, against a curve worked by hand, and what must not matter."""

import math

import pandas as pd
import pytest

import oakdb
from tests.reference.evaluation import CONTENDERS, Answered, curve, rauc, saving, trial
from tests.reference.settings import Settings
from tests.samples import KINDS, Sample, sample

TOLERANCE = 1e-9
VARIANTS = {"no audits": (False, 0.0), "calibrated": (True, 0.0), "folded in": (True, 2.0)}


def experiment(kind: str, *, timed: bool = False) -> Sample:
    return sample(kind, 5, n_items=60, n_workers=6, most_labels=5, audit_share=0.8, timed=timed)


def evaluated(data: Sample, **options: object) -> oakdb.Evaluation:
    times = {"time_column": "seq"} if data.times else {}
    return oakdb.evaluate(data.frame(), data.audit_frame(), data.kind, **{"train_share": [0.5], **times, **options})


@pytest.mark.parametrize("labels_per_item", [3, 4])
@pytest.mark.parametrize("kind", KINDS)
def test_a_trial_agrees_with_the_reference(kind: str, labels_per_item: int) -> None:
    data = experiment(kind, timed=labels_per_item == 4)
    found = evaluated(data, trials=1, seed=7, audit_share=0.5, labels_per_item=labels_per_item).results
    for calibrated, audit_weight in VARIANTS.values():
        expected = trial(
            data.annotations,
            data.audits,
            Settings(kind=kind, audit_weight=audit_weight),
            seed=7,
            train_share=0.5,
            audit_share=0.5,
            labels_per_item=labels_per_item,
            calibrated=calibrated,
            times=data.times,
        )
        for method in CONTENDERS:
            if calibrated and CONTENDERS[method][0] is None:
                continue
            chosen = (found["method"] == method) & (found["calibrated"] == calibrated)
            (row,) = found[chosen & (found["audit_weight"] == audit_weight)].to_dict("records")
            for name, value in expected[method].items():
                where = f"{name} of {method}, calibrated {calibrated}, audit weight {audit_weight}"
                if value is None:
                    assert pd.isna(row[name]), where
                else:
                    assert math.isclose(row[name], value, abs_tol=TOLERANCE), f"{where}: {row[name]} is not {value}"


def test_a_curve_worked_by_hand() -> None:
    """Three items of three labels each. Nobody stops: 9 labels, accuracy (1 + 1 + 0) / 3.

    Threshold 0.9, the first item stops with a right label: 7 labels, 2/3; threshold 0.5, the two of equal estimate
    follow with a wrong and a right one: 3 labels, 2/3. Baseline: from (1/3, 2/3) to (1, 2/3), area 4/9; the curve lies
    on it: RAUC 0, and parity is reached with one label each.
    With the second label right, too: (1/3, 1), (7/9, 2/3), (1, 2/3): area 4/9 · 5/6 + 2/9 · 2/3 = 14/27,
    baseline 2/3 · 5/6 = 5/9, RAUC 14/15 − 1; parity at cost 1/3.
    """
    items = [Answered(3, 0.9, 1, 1), Answered(3, 0.5, 0, 1), Answered(3, 0.5, 1, 0)]
    points = curve(items)
    assert points == [
        (1, pytest.approx(2 / 3)),
        (pytest.approx(7 / 9), pytest.approx(2 / 3)),
        (pytest.approx(1 / 3), pytest.approx(2 / 3)),
    ]
    assert rauc(points, points) == pytest.approx(0)
    assert saving(points, points) == pytest.approx(2 / 3)
    better = curve([items[0], Answered(3, 0.5, 1, 1), items[2]])
    assert rauc(better, better) == pytest.approx(14 / 15 - 1)
