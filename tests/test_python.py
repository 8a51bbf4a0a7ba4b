"""Python as a data scientist uses it: frames of other libraries, what a notebook shows, and crowd-kit's shape."""

import inspect
from pathlib import Path

import pandas as pd
import pytest

import oakdb
from fixtures.boxes import boxes
from fixtures.dawid_skene import dawid_skene
from fixtures.topics import topics


@pytest.fixture(scope="module")
def votes() -> pd.DataFrame:
    frame = dawid_skene(80, 3, n_workers=8).annotations
    codes = {label: place for place, label in enumerate(sorted(frame["label"].unique()))}
    renamed = {"item_id": "task", "worker_id": "worker"}
    return frame.rename(columns=renamed).assign(label=frame["label"].map(codes)).drop(columns="seq")


# ---- frames


def test_polars_and_arrow_come_out_as_they_went_in(votes: pd.DataFrame) -> None:
    polars = pytest.importorskip("polars")
    with oakdb.run(votes) as results, oakdb.run(polars.from_pandas(votes)) as from_polars:
        frame = results.table("item_decisions")
        as_polars, as_arrow = (results.table("item_decisions", as_=name) for name in ("polars", "arrow"))
        assert as_polars.columns == as_arrow.column_names == list(frame.columns)
        assert as_polars["estimated_accuracy"].to_list() == frame["estimated_accuracy"].tolist()
        assert as_arrow.column("item_id").to_pylist() == frame["item_id"].tolist()
        pd.testing.assert_frame_equal(from_polars.decisions, frame)


def test_nested_labels_in_arrow() -> None:
    with oakdb.run(topics(20, 1).annotations, kind="set") as results:
        labels = results.table("item_estimates", as_="arrow").column("label").to_pylist()
        assert labels == [list(label) for label in results.items["label"]]


def test_a_frame_of_another_library_is_refused(votes: pd.DataFrame) -> None:
    with oakdb.run(votes) as results, pytest.raises(oakdb.OakError, match="known are pandas, polars, arrow"):
        results.table("item_decisions", as_="dask")  # type: ignore[call-overload]


# ---- notebooks


def test_notebooks_show_text_as_text() -> None:
    evil = "<script>alert(1)</script>"
    frame = pd.DataFrame({"task": [evil] * 3, "worker": list("abc"), "label": [evil, evil, "b"]})
    with oakdb.run(frame, threshold=1) as results:
        shown = results._repr_html_()
    assert "&lt;script&gt;" in shown
    assert "<script" not in shown
    assert "n_labels" in shown
    assert "cannot be read" in results._repr_html_()  # its connection is closed


def test_notebooks_show_plans_evaluations_and_simulations() -> None:
    data = topics(60, 1)
    settings = {"kind": "set", "time_column": "seq"}
    with oakdb.run(data.annotations, data.audits, **settings) as results:
        assert "The policies that no other beats" in oakdb.plan(results, cost=1.5)._repr_html_()
        added = oakdb.add(data.annotations.head(1).assign(worker_id="new"), results)
        assert "n_rows" in added._repr_html_()
    evaluated = oakdb.evaluate(
        data.annotations, data.truth, trials=2, train_share=[0.5], methods=["OAK-BAU"], **settings
    )
    assert "OAK-BAU" in evaluated._repr_html_()
    replayed = oakdb.simulate(data.annotations, data.truth, every=30, **settings)
    assert "Each strategy" in replayed._repr_html_()


@pytest.mark.parametrize("name", oakdb.__all__)
def test_all_that_is_public_is_typed_and_described(name: str) -> None:
    thing = getattr(oakdb, name)
    members = [thing, *(member for key, member in vars(thing).items() if inspect.isclass(thing) and key[0] != "_")]
    for member in members:
        function = member.fget if isinstance(member, property) else member
        if not callable(function):
            continue
        assert function.__doc__, f"{name}: {function}"
        if inspect.isfunction(function):
            parameters = [p for key, p in inspect.signature(function).parameters.items() if key != "self"]
            assert all(p.annotation is not p.empty for p in parameters), f"{name}: {function}"
            assert "return" in function.__annotations__, f"{name}: {function}"


def test_type_checkers_find_the_hints() -> None:
    assert (Path(oakdb.__file__).parent / "py.typed").exists()


# ---- crowd-kit's shape


def test_the_adapter_says_what_a_run_says(votes: pd.DataFrame) -> None:
    model = oakdb.Aggregator(gamma=5)
    assert model.fit(votes) is model
    with oakdb.run(votes, gamma=5) as results:
        items, workers = results.items, results.workers
    assert model.labels_.index.name == "task"
    assert model.labels_.name == "agg_label"
    assert model.labels_.to_dict() == dict(zip(items["item_id"], items["label"].astype(int), strict=True))
    assert all(isinstance(label, int) for label in model.labels_)
    assert model.skills_.name == "skill"
    assert model.skills_.to_dict() == pytest.approx(workers.set_index("worker_id")["estimated_accuracy"].to_dict())
    assert set(model.decisions_) <= {"stop", "ask"}
    assert model.accuracies_.to_dict() == pytest.approx(items.set_index("item_id")["estimated_accuracy"].to_dict())
    pd.testing.assert_series_equal(model.predict(votes), model.labels_)
    pd.testing.assert_series_equal(oakdb.Aggregator(gamma=5).fit_predict(votes), model.labels_)


def test_the_adapter_answers_new_tasks_by_what_it_has_learned() -> None:
    good = [(task, worker, task % 2) for task in range(20) for worker in ("a", "b", "d")]
    rows = good + [(task, "c", 1 - task % 2) for task in range(20)]
    model = oakdb.Aggregator().fit(pd.DataFrame(rows, columns=["task", "worker", "label"]))
    before = model.results_.items
    new = pd.DataFrame(
        [(100, "a", 0), (100, "c", 1), (101, "c", 0), (101, "b", 1)], columns=["task", "worker", "label"]
    )
    assert model.predict(new).to_dict() == {100: 0, 101: 1}
    pd.testing.assert_frame_equal(model.results_.items, before)


def test_the_adapter_takes_audits_and_every_kind() -> None:
    data = boxes(30, 2, n_workers=5)
    frame = data.annotations.rename(columns={"item_id": "task", "worker_id": "worker"})
    audits = data.audits.set_index("item_id")["label"]
    model = oakdb.Aggregator("boxes", time_column="seq").fit(frame, audits)
    with oakdb.run(data.annotations, data.audits, kind="boxes", time_column="seq") as results:
        assert model.results_.summary == pytest.approx(results.summary)
        assert len(model.labels_) == results.summary["n_items"]
    assert set(model.labels_.iloc[0][0]) >= {"x1", "y1", "x2", "y2"}
    assert len(model.predict(frame.head(3))) == frame.head(3)["task"].nunique()


def test_the_adapter_is_of_the_shape_of_crowd_kits(votes: pd.DataFrame) -> None:
    crowdkit = pytest.importorskip("crowdkit.aggregation")
    theirs, ours = crowdkit.MajorityVote().fit(votes), oakdb.Aggregator().fit(votes)
    for name in ("labels_", "skills_"):
        their, our = getattr(theirs, name), getattr(ours, name)
        assert (our.index.name, our.name, set(our.index)) == (their.index.name, their.name, set(their.index))
    for name in ("fit", "predict", "fit_predict"):
        assert next(iter(inspect.signature(getattr(ours, name)).parameters)) == "data"


def test_the_adapter_is_kind() -> None:
    with pytest.raises(oakdb.OakError, match="call fit first"):
        oakdb.Aggregator().predict(pd.DataFrame())
    with pytest.raises(oakdb.OakError, match="there is no column 'worker'"):
        oakdb.Aggregator().fit(pd.DataFrame({"task": [1], "label": [1]}))
