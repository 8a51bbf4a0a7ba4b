"""The paper's experiment: against the plain reference, against a curve worked by hand, and what must not matter."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import oakdb
from oakdb.cli import main
from tests.reference.evaluation import Answered, contenders, curve, rauc, saving, share, trial
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
        for method, (estimator, _, _) in contenders(kind).items():
            if calibrated and estimator is None:
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


def test_trials_are_the_same_again_and_others_with_another_seed() -> None:
    data = experiment("set")
    first, again, other = (evaluated(data, trials=2, seed=seed).results for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(first, again)
    assert not first["rauc_mean"].equals(other["rauc_mean"])


def test_the_mean_over_trials_is_of_single_trials() -> None:
    data = experiment("boxes")
    keys = ["method", "calibrated", "audit_weight"]
    both = evaluated(data, trials=2, seed=3).results.set_index(keys)["rauc_mean"]
    single = [evaluated(data, trials=1, seed=seed).results.set_index(keys)["rauc_mean"] for seed in (3, 4)]
    pd.testing.assert_series_equal(both.sort_index(), (sum(single) / 2).sort_index(), rtol=TOLERANCE)


def test_no_truth_of_a_test_item_is_learned_from() -> None:
    """Other truths for the test's items change how accurate answers are, and no estimate."""
    data = experiment("number")
    is_test = {item: share(item, 7) >= 0.5 for item in data.audits}
    changed = {item: label + 1 if is_test[item] else label for item, label in data.audits.items()}
    options = {"trials": 1, "seed": 7, "methods": ["POAK+IRT", "HOAK-Weight"]}
    one, two = (evaluated(replace(data, audits=truth), **options) for truth in (data.audits, changed))
    assert any(is_test.values())
    assert not one.results["accuracy_all"].equals(two.results["accuracy_all"])
    pd.testing.assert_series_equal(one.thresholds["cost"], two.thresholds["cost"])
    pd.testing.assert_series_equal(
        *(frame.sort_values(list(frame.columns[:6]))["estimated"].reset_index(drop=True) for frame in cells(one, two))
    )


def cells(*evaluations: oakdb.Evaluation) -> list[pd.DataFrame]:
    return [evaluation.calibration_cells for evaluation in evaluations]


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_truth_the_answer_of_all_labels_stands_in(kind: str) -> None:
    data = experiment(kind)
    found = oakdb.evaluate(data.frame(), kind=kind, trials=1, train_share=[0.3], methods=["POAK-Weight"])
    assert found.data["truth"] == "aggregate of all labels"
    assert found.data["n_truths"] == found.data["n_items"] == 60
    answers = oakdb.run(data.frame(), kind=kind, weights="uniform").items
    told = oakdb.evaluate(
        data.frame(),
        pd.DataFrame({"item_id": answers["item_id"], "label": answers["label"]}),
        kind,
        trials=1,
        train_share=[0.3],
        methods=["POAK-Weight"],
    )
    pd.testing.assert_frame_equal(found.results, told.results, rtol=TOLERANCE)


def test_curves_go_from_one_label_to_all_and_thresholds_likewise() -> None:
    found = evaluated(experiment("category"), trials=2, weights=["linear", "log_odds"])
    keys = ["method", "aggregation", "weights", "train_share", "calibrated", "audit_weight"]
    for _, curve_ in found.curves.groupby(keys, dropna=False):
        assert len(curve_) == 51
        assert curve_["cost"].is_monotonic_increasing
        assert curve_["cost"].iloc[0] == pytest.approx(found.baseline["cost_one"])
        assert curve_["cost"].iloc[-1] == pytest.approx(1)
        assert curve_["accuracy"].iloc[0] == pytest.approx(curve_["uniform_accuracy"].iloc[0])
    for _, steps in found.thresholds.groupby(keys, dropna=False):
        assert steps["threshold"].tolist() == pytest.approx([step / 100 for step in range(101)])
        assert steps["cost"].is_monotonic_increasing
    assert set(found.results["weights"].dropna()) == {"linear", "log_odds", "uniform"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--trials", "0"], "'0' is not a whole number above 0"),
        (["--train-share", "0.5,1"], "oakdb: --train-share: '1.0' will not do; give shares between 0 and 1"),
        (["--train-share", "half"], "invalid"),
        (["--audit-share", "2"], "oakdb: --audit-share: '2.0' will not do; give a share from 0 to 1"),
        (["--labels-per-item", "1"], "oakdb: --labels-per-item: '1' will not do; give a whole number above 1"),
        (["--methods", "OAK"], "oakdb: --methods: 'OAK' will not do; give some of OAK-Weight, OAK-BAU, POAK-Weight"),
        (
            ["--weights", "heavy"],
            "oakdb: --weights: 'heavy' will not do; give some of linear, cubed, log_odds, uniform",
        ),
        (["--set", "gamma=-1"], "oakdb: setting 'gamma' is '-1'"),
        (
            ["--kind", "set", "--methods", "One-Coin"],
            "oakdb: --methods: 'One-Coin' will not do; give kind category with it, or some of OAK-Weight",
        ),
    ],
)
def test_a_call_that_is_wrong_is_refused(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = experiment("category")
    data.frame().to_csv(tmp_path / "labels.csv", index=False)
    call = ["evaluate", str(tmp_path / "labels.csv"), "--kind", "category", "--out", str(tmp_path / "out"), *options]
    try:
        code = main(call)
    except SystemExit as stopped:
        code = stopped.code
    assert code == 2
    assert message in capsys.readouterr().err


def test_a_truth_of_other_items_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    experiment("category").frame().to_csv(tmp_path / "labels.csv", index=False)
    (tmp_path / "truth.csv").write_text("item_id,label\nelsewhere,a\n", encoding="utf-8")
    files = [str(tmp_path / "labels.csv"), "--truth", str(tmp_path / "truth.csv")]
    assert main(["evaluate", *files, "--kind", "category", "--out", str(tmp_path / "out")]) == 1
    assert "truth: no item has both a truth and two labels" in capsys.readouterr().err


def test_the_command_writes_results_curves_and_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = experiment("set")
    data.frame().to_csv(tmp_path / "labels.csv", index=False)
    out = tmp_path / "new/out"
    call = ["evaluate", str(tmp_path / "labels.csv"), "--kind", "set", "--out", str(out), "--trials", "2", "--json"]
    assert main(call) == 0
    printed = capsys.readouterr()
    assert "no truth was given: the answer of all labels stands in for it" in printed.err
    written = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert written["results"] == json.loads(printed.out)
    assert list(written)[:6] == ["data", "settings", "baseline", "results", "curves", "thresholds"]
    assert set(written["baseline"]) == {"accuracy_one", "accuracy_all", "cost_one"}
    assert {row["train_share"] for row in written["results"]} == {0.1, 0.3, 0.5, 0.7}
    assert len(pd.read_csv(out / "curves.csv")) == len(written["curves"])
    assert "aggregate of all labels" in (out / "report.html").read_text(encoding="utf-8")
