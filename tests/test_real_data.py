"""The public data sets, where they are at hand: every run gives whole and sensible results."""

from pathlib import Path

import pandas as pd
import pytest

import oakdb

DATA = Path(__file__).parent.parent.parent / "shared/data"
SETS = {
    "snow_rte": "category",
    "zencrowd_in": "category",
    "act_music": "category",
    "snow_affect": "number",
    "kp_object_centre": "keypoint",
    "conll_ner_entities": "set",
    "tdh_heritages": "path",
    "bounding_boxes": "boxes",
    "conll_ner_spans": "spans",
    "jp_en_translation": "text",
}
THRESHOLDS = {"jp_en_translation": 0.5}  # no two translations share all their words

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the public data sets are not beside the project")


@pytest.fixture(params=SETS, scope="module")
def results(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> oakdb.Results:
    """Learned with every fifth item audited."""
    gold = pd.read_parquet(DATA / request.param / "gold.parquet").iloc[::5]
    audits = tmp_path_factory.mktemp("audits") / "audits.parquet"
    gold.to_parquet(audits)
    settings = {"threshold": THRESHOLDS.get(request.param, 0.9)}
    return oakdb.run(DATA / request.param / "annotations.parquet", audits, SETS[request.param], **settings)


def test_nothing_is_lost(results: oakdb.Results) -> None:
    raw = len(results.relation("raw_annotations"))
    assert len(results.relation("stg_annotations")) == raw
    assert results.rejected.empty
    assert (
        len(results.decisions)
        == results.relation("raw_annotations").aggregate("count(distinct item_id)").fetchall()[0][0]
    )


def test_every_estimate_is_a_probability(results: oakdb.Results) -> None:
    for name, columns in (
        ("label_estimates", ["oak", "poak", "poaki", "poak_irt", "hoak"]),
        ("item_estimates", ["agreement", "raw_accuracy", "estimated_accuracy"]),
        ("worker_competence", ["estimated_accuracy", "accuracy_low", "accuracy_high"]),
    ):
        values = results.table(name)[columns]
        assert values.notna().all(axis=None), name
        assert ((values >= 0) & (values <= 1)).all(axis=None), name


def test_decisions_are_sensible(results: oakdb.Results) -> None:
    decisions = results.decisions
    assert set(decisions["decision"]) <= {"stop", "ask"}
    stopped = decisions["decision"] == "stop"
    assert (decisions["estimated_accuracy"] >= decisions["threshold"]).eq(stopped).all()
    assert 0 < stopped.sum() < len(decisions)


def test_what_is_estimated_higher_is_better(results: oakdb.Results, request: pytest.FixtureRequest) -> None:
    """On items that were not audited, the better half by estimate is closer to the gold answer than the worse half."""
    name = request.node.callspec.params["results"]
    gold = pd.read_parquet(DATA / name / "gold.parquet")
    unseen = gold[~gold["item_id"].isin(gold.iloc[::5]["item_id"])]
    truths = oakdb.run(
        pd.concat(
            [
                unseen.assign(worker_id="gold"),
                results.items[["item_id", "label"]].assign(worker_id="answer").merge(unseen[["item_id"]], on="item_id"),
            ]
        ),
        kind=SETS[name],
        scale=results.table("kind_parameters")["scale"].fillna(1.0).iloc[0],
    ).table("label_pairs")
    judged = truths.merge(results.items, on="item_id").sort_values("estimated_accuracy")
    half = len(judged) // 2
    assert judged["similarity"].iloc[half:].mean() > judged["similarity"].iloc[:half].mean()
