"""Several decision points: plans, new labels, replays; against plain Python that shares no code with the SQL."""

import json
import random
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

import oakdb
from fixtures.dataset import Dataset
from fixtures.topics import topics
from oakdb.cli import main
from oakdb.files import connect
from tests.samples import KINDS, sample


@pytest.fixture(scope="module")
def data() -> Dataset:
    return topics(300, 3)


@pytest.fixture
def task(data: Dataset, tmp_path: Path) -> Path:
    db = tmp_path / "task.duckdb"
    oakdb.run(data.annotations, data.audits, data.kind, db=db, time_column="seq").con.close()
    return db


def outcome(prefixes: pd.DataFrame, thresholds: list[float]) -> tuple[float, float]:
    """Labels per item and accuracy of a policy, item by item."""
    used, right = [], []
    for _, item in prefixes.sort_values("n_labels").groupby("item_id"):
        for place, row in enumerate(item.itertuples(), start=1):
            if row.estimated_accuracy >= thresholds[place - 1] or place == len(item):
                used.append(place)
                right.append(row.accuracy)
                break
    return float(np.mean(used)), float(np.mean(right))


def jaccard(a: set[str], b: set[str]) -> float:
    return len(a & b) / len(a | b) if a | b else 1.0


def audited_prefixes(db: Path) -> pd.DataFrame:
    """What a plan rests on, from the relations that everybody can read."""
    with oakdb.Results(connect(db)) as task:
        estimates, audited = task.table("prefix_estimates"), task.table("audited_prefixes")
    known = audited[["item_id", "n_labels", "accuracy"]].merge(
        estimates[["item_id", "n_labels", "estimated_accuracy"]], on=["item_id", "n_labels"]
    )
    return known[known.groupby("item_id")["n_labels"].transform("max") > 1]


@pytest.mark.parametrize(("goal", "target"), [("accuracy", 0.8), ("cost", 1.8), ("price", 0.03)])
def test_a_plan_is_worth_what_it_says(task: Path, goal: str, target: float) -> None:
    plan = oakdb.plan(task, **{goal: target})
    prefixes = audited_prefixes(task)
    cost, accuracy = outcome(prefixes, plan.thresholds)
    assert plan.summary["evidence"] == "audits"
    assert plan.summary["n_items"] == prefixes["item_id"].nunique()
    assert plan.summary["cost"] == pytest.approx(cost, abs=1e-9)
    assert plan.summary["accuracy"] == pytest.approx(accuracy, abs=1e-9)
    all_labels = prefixes.groupby("item_id")["n_labels"].max().mean()
    assert plan.summary["saved_per_1000"] == pytest.approx(1000 * (all_labels - cost), abs=1e-6)
    if goal == "accuracy":
        assert accuracy >= target
    if goal == "cost":
        assert cost <= target


def test_every_policy_is_worth_what_it_says(task: Path) -> None:
    """All that are tried, brute force; among them a threshold at every twentieth of the items after either label."""
    outcomes = oakdb.plan(task, price=0.02).outcomes.set_index("policy")
    prefixes = audited_prefixes(task)
    with oakdb.Results(connect(task)) as results:
        policies = results.table("plan_policies").sort_values("n_labels").groupby("policy")["threshold"].agg(list)
    assert set(outcomes["family"]) == {"single", "shared", "several"}
    assert policies.map(lambda thresholds: thresholds[1] == 1 and 0 < thresholds[0] < 1).sum() >= 20
    assert policies.map(lambda thresholds: thresholds[0] == 1 and 0 < thresholds[1] < 1).sum() >= 20
    for policy, thresholds in policies.items():
        assert outcome(prefixes, thresholds) == pytest.approx(
            (outcomes.cost[policy], outcomes.accuracy[policy]), abs=1e-9
        )


def test_the_frontier_is_of_policies_that_no_other_beats(task: Path) -> None:
    plan = oakdb.plan(task, cost=2)
    assert plan.frontier["cost"].is_monotonic_increasing
    assert plan.frontier["accuracy"].is_monotonic_increasing
    for tried in plan.outcomes.itertuples():
        assert plan.frontier.loc[plan.frontier["cost"] <= tried.cost + 1e-9, "accuracy"].max() >= tried.accuracy - 1e-9


def test_intervals_are_those_of_a_mean(task: Path) -> None:
    """The bootstrap over items against the normal interval of a mean, which it approaches."""
    found = oakdb.plan(task, price=0.03)
    prefixes = audited_prefixes(task)
    used = [outcome(item, found.thresholds)[0] for _, item in prefixes.groupby("item_id")]
    half = 1.96 * np.std(used) / np.sqrt(len(used))
    assert found.summary["cost_low"] == pytest.approx(np.mean(used) - half, abs=0.4 * half)
    assert found.summary["cost_high"] == pytest.approx(np.mean(used) + half, abs=0.4 * half)
    assert found.summary["accuracy_low"] < found.summary["accuracy"] < found.summary["accuracy_high"]


def test_decisions_use_the_plan_until_the_next_run(task: Path, data: Dataset) -> None:
    thresholds = oakdb.plan(task, accuracy=0.8).thresholds
    with oakdb.Results(connect(task)) as results:
        decisions = results.decisions
        points = results.table("decision_points").set_index("n_labels")["threshold"]
        assert set(results.table("thresholds")["source"]) == {"plan"}
    expected = decisions["n_labels"].map(lambda n: thresholds[min(n, len(thresholds)) - 1])
    pd.testing.assert_series_equal(decisions["threshold"], expected, check_names=False)
    assert points.to_dict() == dict(enumerate(thresholds, start=1))
    is_reached = decisions["estimated_accuracy"] >= decisions["threshold"]
    assert decisions.loc[is_reached, "decision"].eq("stop").all()
    assert decisions.loc[~is_reached, "decision"].eq("ask").all()
    with oakdb.run(data.annotations, data.audits, data.kind, db=task, time_column="seq", threshold=thresholds) as again:
        pd.testing.assert_frame_equal(again.decisions, decisions)


def test_without_audits_a_plan_rests_on_estimates(data: Dataset, tmp_path: Path, capsys: Any) -> None:
    db = tmp_path / "task.duckdb"
    oakdb.run(data.annotations, None, data.kind, db=db, time_column="seq").con.close()
    assert main(["plan", "--db", str(db), "--cost", "2", "--json"]) == 0
    printed = capsys.readouterr()
    assert "planned on the model's own estimates" in printed.err
    found = json.loads(printed.out)
    assert found["evidence"] == "estimates"
    with oakdb.Results(connect(db)) as task:
        prefixes = task.table("prefix_estimates")
    prefixes = prefixes[prefixes.groupby("item_id")["n_labels"].transform("max") > 1]
    cost, accuracy = outcome(prefixes.assign(accuracy=prefixes["estimated_accuracy"]), found["thresholds"])
    assert found["cost"] == pytest.approx(cost, abs=1e-9)
    assert found["accuracy"] == pytest.approx(accuracy, abs=1e-9)


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        (["--accuracy", "1"], "oakdb: --accuracy: 1.0 is out of reach: all labels give"),
        (["--cost", "0.5"], "oakdb: --cost: 0.5 is less than the 1 labels per item of the cheapest policy"),
    ],
)
def test_a_goal_out_of_reach_changes_nothing(task: Path, goal: list[str], message: str, capsys: Any) -> None:
    with oakdb.Results(connect(task)) as results:
        before = results.decisions
    assert main(["plan", "--db", str(task), *goal]) == 1
    assert capsys.readouterr().err.startswith(message)
    with oakdb.Results(connect(task)) as results:
        pd.testing.assert_frame_equal(results.decisions, before)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_planned_added_to_and_replayed(kind: str) -> None:
    drawn = sample(kind, 9, n_items=40, n_workers=6, most_labels=4, audit_share=1.0, timed=True)
    frame, truths = drawn.frame(), drawn.audit_frame()
    last = frame["item_id"] == frame["item_id"].iloc[-1]
    with oakdb.run(frame[~last], truths, kind, time_column="seq") as task:
        assert 1 <= oakdb.plan(task, price=0.01).summary["cost"] <= 4
        added = oakdb.add(frame[last], task)
        assert added.n_rejected == 0
        assert added.changes["item_id"].tolist() == [frame["item_id"].iloc[-1]]
    replayed = oakdb.simulate(frame, truths, kind, every=15, time_column="seq", threshold=0.5)
    assert set(replayed.purchases["item_id"]) == set(truths["item_id"]) & set(frame["item_id"])


@pytest.mark.parametrize("kind", KINDS)
def test_learning_from_added_labels_gives_what_a_run_over_all_gives(kind: str) -> None:
    drawn = sample(kind, 5, n_items=60, n_workers=7, most_labels=4, audit_share=0.4)
    frame, truths = drawn.frame().sample(frac=1, random_state=1), drawn.audit_frame()
    parts = [frame.iloc[:90], frame.iloc[90:92], frame.iloc[92:-20], frame.iloc[-20:]]
    with oakdb.run(frame, truths, kind) as whole, oakdb.run(parts[0], truths, kind) as task:
        learned = task.decisions.set_index("item_id")["decision"]
        oakdb.add(parts[1], task)
        added = oakdb.add(
            pd.concat([parts[2], parts[2].head(1), parts[2].tail(1).assign(item_id=None)]), task, learn=True
        )
        now = task.decisions.set_index("item_id")["decision"]
        concerned = sorted({*parts[1]["item_id"], *parts[2]["item_id"]})  # since it last learned
        assert added.changes["item_id"].tolist() == [item for item in concerned if learned.get(item) != now[item]]
        oakdb.add(parts[3], task, learn=True)
        kept = ("stg_annotations", "label_pairs", "audited_labels", "item_counts", "prefix_annotations", "prefix_items")
        for name in kept:
            names = ("item_id", "worker_id", "worker_a", "worker_b", "n_labels")
            keys = [key for key in names if key in whole.table(name)]
            expected, found = (results.table(name).sort_values(keys, ignore_index=True) for results in (whole, task))
            pd.testing.assert_frame_equal(found, expected, rtol=1e-9, atol=1e-9)
        for name in ("worker_competence", "worker_type_competence", "irt_types", "hoak_parameters", "item_decisions"):
            pd.testing.assert_frame_equal(task.table(name), whole.table(name), rtol=1e-9, atol=1e-9)
        assert len(task.rejected) == 2
        assert not task.has("added_items")


def test_a_label_that_comes_before_the_one_learned_from_takes_its_place() -> None:
    frame = sample("category", 3, n_items=40, n_workers=6, most_labels=4, audit_share=0).frame()
    again = frame.assign(label="a").drop_duplicates("item_id")  # of two labels of a worker the smaller one comes first
    with oakdb.run(pd.concat([frame, again]), kind="category") as whole, oakdb.run(frame, kind="category") as task:
        assert (frame["label"] > "a").any()
        oakdb.add(again, task, learn=True)
        for name in ("item_decisions", "label_estimates", "rejected_rows", "item_counts", "prefix_annotations"):
            pd.testing.assert_frame_equal(task.table(name), whole.table(name), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("keys", [["item_id", "worker_id", "label"], ["item_id", "worker_id", "label", "seq"]])
def test_labels_that_come_again_and_again_are_told_as_by_a_run_over_all(keys: list[str]) -> None:
    draw = random.Random(4)
    columns = {
        "item_id": ["a", "-a", "+a", "%"],
        "worker_id": ["u", "v", "w"],
        "label": ["x", "y", "z"],
        "seq": range(9),
    }
    drawn = pd.DataFrame([{name: draw.choice(values) for name, values in columns.items()} for _ in range(60)])
    frame = drawn[keys].drop_duplicates()
    timed = {"time_column": "seq"} if "seq" in keys else {}
    with oakdb.run(frame, **timed) as whole, oakdb.run(frame.iloc[:5], **timed) as task:
        for first in range(5, len(frame), 4):
            before = task.decisions.set_index("item_id")["decision"]
            added = oakdb.add(frame.iloc[first : first + 4], task)
            now = task.decisions.set_index("item_id")["decision"]
            assert added.changes["item_id"].tolist() == [item for item in now.index if before.get(item) != now[item]]
        pd.testing.assert_frame_equal(task.rejected, whole.rejected)
        assert len(whole.rejected) == len(frame) - len(whole.labels) > 9


@pytest.mark.parametrize("timed", [False, True])
def test_labels_that_come_again_are_learned_from_as_by_a_run_over_all(timed: bool) -> None:
    """Some are learned from as they come, some later; types are those of a column, of numbers and unknown ones."""
    draw = random.Random(8)
    items, workers = [f"i{number}" for number in range(12)], ["u", "v", "w", "x"]
    columns = ["item_id", "worker_id", "label", "hardness"]
    drawn = [tuple(map(draw.choice, (items, workers, "abc", (1.0, 2.5, None)))) for _ in range(150)]
    frame = pd.DataFrame(drawn, columns=columns).drop_duplicates(columns, ignore_index=True)
    frame = frame.assign(seq=range(len(frame)))
    settings = {"partition": "column hardness", **({"time_column": "seq"} if timed else {})}
    audits = pd.DataFrame({"item_id": items[::2], "label": "a"})
    with oakdb.run(frame, audits, **settings) as whole, oakdb.run(frame.iloc[:30], audits, **settings) as task:
        for place, first in enumerate(range(30, len(frame), 9)):
            oakdb.add(frame.iloc[first : first + 9], task, learn=place % 3 == 2 or first + 9 >= len(frame))
        assert len(whole.rejected) > 9
        for name in ("rejected_rows", "stg_annotations", "worker_type_competence", "irt_types", "item_decisions"):
            pd.testing.assert_frame_equal(task.table(name), whole.table(name), rtol=1e-9, atol=1e-9)


def test_learning_sees_what_was_inserted_by_hand(data: Dataset) -> None:
    frame = data.annotations.assign(label=data.annotations["label"].map(lambda label: json.dumps(list(label))))
    first, by_hand, last = frame.iloc[:-9], frame.iloc[-9:-1], frame.iloc[-1:]
    with oakdb.run(frame, kind="set") as whole, oakdb.run(first, kind="set") as task:
        task.con.register("by_hand", by_hand)
        task.con.execute("insert into oakdb.raw_annotations by name from by_hand")
        oakdb.add(last, task, learn=True)
        pd.testing.assert_frame_equal(task.decisions, whole.decisions, rtol=1e-9, atol=1e-9)
        pd.testing.assert_frame_equal(task.workers, whole.workers, rtol=1e-9, atol=1e-9)


def test_added_labels_are_decided_on_as_if_they_had_been_there(task: Path, data: Dataset, tmp_path: Path) -> None:
    """The views say the same of labels that were added and of labels that were inserted by hand."""
    newer = data.annotations.iloc[:6].assign(worker_id="w001", seq=range(9000, 9006)).drop_duplicates("item_id")
    newer = pd.concat([newer, newer.head(1).assign(item_id="never seen")])
    with oakdb.Results(connect(task)) as results:
        before = results.decisions.set_index("item_id")
        known = set(zip(results.labels["item_id"], results.labels["worker_id"], strict=True))
    path = tmp_path / "newer.csv"
    newer.assign(label=newer["label"].map(lambda label: json.dumps(list(label)))).to_csv(path, index=False)
    added = oakdb.add(path, task)
    with oakdb.Results(connect(task)) as results:
        now = results.decisions.set_index("item_id")
        n_labels = len(results.labels)
        rejected = results.rejected
    repeated = [key for key in zip(newer["item_id"], newer["worker_id"], strict=True) if key in known]
    assert added.n_rows == len(newer)
    assert added.n_rejected == len(rejected) == len(repeated)
    assert n_labels == len(known) + len(newer) - len(repeated)
    changed = {item for item in now.index if item not in before.index or before.decision[item] != now.decision[item]}
    assert set(added.changes["item_id"]) == changed
    assert "never seen" in changed


def test_rows_that_cannot_be_added_are_kept_with_the_reason(task: Path, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "newer.csv"
    path.write_text(
        'task,worker,label,seq,note\nx,w001,"[""a""]",9001,n\nx,w001,"[""b""]",9002,n\n,w001,"[""a""]",1,n\n'
    )
    assert main(["add", str(path), "--db", str(task), "--json"]) == 0
    printed = capsys.readouterr()
    assert "the task has no column note" in printed.err
    found = json.loads(printed.out)
    assert (found["n_rows"], found["n_rejected"]) == (3, 2)
    assert [change["item_id"] for change in found["changes"]] == ["x"]
    with oakdb.Results(connect(task)) as results:
        assert sorted(results.rejected["reason"]) == [
            "another label of this worker on this item came first",
            "item is missing",
        ]


def test_what_cannot_be_added_leaves_everything_as_it_was(task: Path, tmp_path: Path, capsys: Any) -> None:
    with oakdb.Results(connect(task)) as results:
        before = results.decisions
    path = tmp_path / "newer.csv"
    path.write_text("item_id,worker_id,label,seq\nx,w001,a,not a number\n")
    assert main(["add", str(path), "--db", str(task)]) == 1
    assert "cannot be added" in capsys.readouterr().err
    path.write_text("item_id,worker_id\nx,w001\n")
    assert main(["add", str(path), "--db", str(task)]) == 1
    assert "there is no column 'label'" in capsys.readouterr().err
    with oakdb.Results(connect(task)) as results:
        pd.testing.assert_frame_equal(results.decisions, before)


def test_a_view_cannot_be_added_to(tmp_path: Path) -> None:
    db = tmp_path / "task.duckdb"
    with duckdb.connect(str(db)) as con:
        con.execute("create table t as from (values ('a', 'u', 'x'), ('a', 'v', 'x')) as t (item_id, worker_id, label)")
        con.execute("create view v as from t")
    oakdb.run("v", kind="category", db=db).con.close()
    with pytest.raises(oakdb.OakError, match="nothing can be added"):
        oakdb.add(pd.DataFrame({"item_id": ["b"], "worker_id": ["u"], "label": ["x"]}), db)
    oakdb.run("t", kind="category", db=db).con.close()
    assert oakdb.add(pd.DataFrame({"item_id": ["b"], "worker_id": ["u"], "label": ["x"]}), db).n_rows == 1


@pytest.mark.parametrize("learn", [False, True])
def test_results_of_another_version_are_to_be_made_anew(tmp_path: Path, learn: bool) -> None:
    labels = pd.DataFrame({"item_id": ["a", "a"], "worker_id": ["u", "v"], "label": ["x", "x"]})
    with oakdb.run(labels, kind="category", db=tmp_path / "task.duckdb") as results:
        results.con.execute("alter table oakdb.worker_type_competence drop pooled_similarity")
        with pytest.raises(
            oakdb.OakError, match="results that another version of oakdb made are made anew with: oakdb run"
        ):
            oakdb.add(labels.head(1).assign(worker_id="w"), results, learn=learn)


def test_the_future_does_not_change_what_was_decided(data: Dataset) -> None:
    """Labels and truths that come later are changed; what was decided before them stays, and nothing else does."""
    settings: dict[str, Any] = {"every": 50, "time_column": "seq", "threshold": [0.8, 0.7]}
    replayed = oakdb.simulate(data.annotations, data.truth, data.kind, **settings).purchases
    again = oakdb.simulate(data.annotations, data.truth, data.kind, **settings).purchases
    pd.testing.assert_frame_equal(replayed, again)

    later = set(replayed.loc[replayed["batch"] >= 3, "item_id"])
    changed = data.annotations.copy()
    is_later = changed["item_id"].isin(later)
    changed.loc[is_later, "label"] = pd.Series(
        [["something else"]] * int(is_later.sum()), index=changed.index[is_later]
    )
    truth = data.truth.copy()
    of_later = truth["item_id"].isin(later)
    truth.loc[of_later, "label"] = pd.Series([["another truth"]] * int(of_later.sum()), index=truth.index[of_later])
    other = oakdb.simulate(changed, truth, data.kind, **settings).purchases
    pd.testing.assert_frame_equal(other[other["batch"] < 3], replayed[replayed["batch"] < 3])
    assert not other[other["batch"] >= 3].equals(replayed[replayed["batch"] >= 3])

    stopped = replayed[(replayed["batch"] > 0) & (replayed["n_labels"] == 1)]["item_id"]
    unseen = data.annotations.copy()
    never_bought = unseen["item_id"].isin(stopped) & unseen.duplicated("item_id")
    assert never_bought.any()
    unseen.loc[never_bought, "label"] = pd.Series([["x"]] * int(never_bought.sum()), index=unseen.index[never_bought])
    pd.testing.assert_frame_equal(oakdb.simulate(unseen, data.truth, data.kind, **settings).purchases, replayed)


def test_a_replay_counts_what_it_bought(data: Dataset) -> None:
    replayed = oakdb.simulate(data.annotations, data.truth, data.kind, every=100, time_column="seq", threshold=0.8)
    counts = data.annotations.groupby("item_id").size()
    first = replayed.purchases[replayed.purchases["batch"] == 0]
    assert first["n_labels"].tolist() == counts[first["item_id"]].tolist()  # nothing was known
    last = replayed.in_the_end().set_index("strategy")
    assert last.loc["oakdb", "cost"] == pytest.approx(replayed.purchases["n_labels"].mean())
    truths = dict(zip(data.truth["item_id"], data.truth["label"], strict=True))
    right = [jaccard(set(row.label), set(truths[row.item_id])) for row in replayed.purchases.itertuples()]
    assert last.loc["oakdb", "accuracy"] == pytest.approx(np.mean(right))
    one, everything = last.loc["always 1"], last.loc["always 3"]
    assert one["cost"] == 1
    assert everything["cost"] == pytest.approx(counts.mean())
    now = replayed.over_time().iloc[-1]
    assert (now["n_items"], now["cost"]) == (len(replayed.purchases), last.loc["oakdb", "cost"])
    assert (
        now[["oakdb", "uniform", "always 1", "always 3"]].tolist()
        == last["accuracy"][["oakdb", "uniform", "always 1", "always 3"]].tolist()
    )
    share = (last.loc["oakdb", "cost"] - 1) / (everything["cost"] - 1)
    line = one["accuracy"] + share * (everything["accuracy"] - one["accuracy"])
    assert last.loc["uniform", "accuracy"] == pytest.approx(line)


def test_a_threshold_that_nothing_reaches_buys_all_labels(data: Dataset) -> None:
    replayed = oakdb.simulate(data.annotations, data.truth, data.kind, time_column="seq", threshold=1.0)
    counts = data.annotations.groupby("item_id").size()
    assert replayed.purchases["n_labels"].tolist() == counts[replayed.purchases["item_id"]].tolist()
    capped = oakdb.simulate(data.annotations, data.truth, data.kind, time_column="seq", threshold=1.0, max_labels=2)
    assert capped.purchases["n_labels"].max() == 2


def test_a_budget_takes_the_items_where_a_label_adds_most(task: Path, capsys: Any) -> None:
    assert main(["decide", "--db", str(task), "--budget", "7", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    with oakdb.Results(connect(task)) as results:
        asked = results.decisions.query("decision == 'ask'")
    expected = asked.sort_values(["priority", "item_id"], ascending=[False, True])["item_id"].head(7)
    assert [row["item_id"] for row in found] == expected.tolist()
