"""The paper's claims, on data whose truth is known in closed form."""

import numpy as np
import pandas as pd
import pytest

import oakdb
from fixtures.dataset import Dataset
from fixtures.dawid_skene import Model, any_workers, dawid_skene, one_class_apart, one_coin


def competences(data: Dataset, audits: pd.DataFrame | None, **settings: object) -> pd.DataFrame:
    """Learned and true accuracy per worker and type, side by side."""
    results = oakdb.run(data.annotations, audits, data.kind, time_column="seq", **settings)
    workers = results.workers.assign(label_type="*all*")
    learned = pd.concat([results.worker_types, workers])
    return learned.merge(data.worker_accuracy, on=["worker_id", "label_type"])


def crowd_apart() -> Model:
    shared = np.array([[0.7, 0.2, 0.1], [0.15, 0.75, 0.1], [0.1, 0.2, 0.7]])
    return one_class_apart([0.3, 0.5, 0.2], shared, 0, np.linspace(0.15, 0.95, 20))


def test_mean_similarity_per_type_is_linear_in_conditional_accuracy() -> None:
    """Conditional Anna Karenina theorem: E[π | reported ℓ] = α c + β for workers of the same partial type."""
    data = dawid_skene(120_000, 1, model=crowd_apart(), labels_per_item=5, skew=0)
    cells = competences(data, None).query("label_type == 'c1'")
    slope, intercept = np.polyfit(cells["accuracy"], cells["mean_similarity"], 1)
    residuals = cells["mean_similarity"] - slope * cells["accuracy"] - intercept
    assert len(cells) == 20
    assert slope > 0
    assert np.corrcoef(cells["accuracy"], cells["mean_similarity"])[0, 1] > 0.99
    assert residuals.abs().max() < 0.02  # some standard errors of a cell of 30,000 pairs


def test_the_line_of_the_theorem_is_the_exact_one() -> None:
    """The same line follows from the matrices alone, and the crowd's labels lie on it."""
    model = crowd_apart()
    slope, intercept = np.polyfit(model.conditional_accuracy[:, 0], model.conditional_similarity[:, 0], 1)
    exact = slope * model.conditional_accuracy[:, 0] + intercept
    assert np.abs(exact - model.conditional_similarity[:, 0]).max() < 1e-12
    data = dawid_skene(120_000, 2, model=model, labels_per_item=3, skew=0)
    cells = competences(data, None).query("label_type == 'c1'").sort_values("worker_id")
    # Nobody is their own peer, which the closed form leaves out: less than one over the other workers.
    assert np.abs(cells["mean_similarity"].to_numpy() - exact).max() < 1 / 19


def test_competence_recovers_the_true_accuracy_with_plenty_of_data() -> None:
    data = dawid_skene(40_000, 3, model=any_workers(40, 4, seed=3), labels_per_item=3, audit_share=0.2)
    found = competences(data, data.audits)
    plenty = found[found["n_labels"] >= 200]
    overall, cells = plenty[plenty["label_type"] == "*all*"], plenty[plenty["label_type"] != "*all*"]
    for rows in (overall, cells):
        assert len(rows) > 20
        assert np.corrcoef(rows["competence"], rows["accuracy"])[0, 1] > 0.95
        assert np.corrcoef(rows["estimated_accuracy"], rows["accuracy"])[0, 1] > 0.95


def test_overall_similarity_recovers_accuracy_without_any_audit() -> None:
    accuracies = np.linspace(0.4, 0.95, 20)
    data = dawid_skene(30_000, 4, model=one_coin([0.25] * 4, accuracies), labels_per_item=3, skew=0)
    workers = competences(data, None).query("label_type == '*all*'")
    assert np.corrcoef(workers["competence"], workers["accuracy"])[0, 1] > 0.99


def labels_under(data: Dataset, audits: pd.DataFrame | None, method: str) -> pd.DataFrame:
    """One row per worker and class: the model's estimate and the true accuracy."""
    results = oakdb.run(data.annotations, audits, data.kind, time_column="seq", method=method)
    labels = results.labels.drop_duplicates(["worker_id", "label_type"])
    return labels.merge(data.worker_accuracy, on=["worker_id", "label_type"])


@pytest.mark.parametrize("is_audited", [False, True])
def test_dawid_skene_recovers_conditional_accuracy(*, is_audited: bool) -> None:
    data = dawid_skene(12_000, 6, model=any_workers(40, 4, seed=6), labels_per_item=5, skew=0)
    labels = labels_under(data, data.audits if is_audited else None, "dawid_skene")
    assert len(labels) == 160
    assert np.corrcoef(labels["dawid_skene"], labels["accuracy"])[0, 1] > 0.95


def test_one_coin_recovers_conditional_accuracy() -> None:
    model = one_coin([0.5, 0.3, 0.2], np.linspace(0.4, 0.95, 20))
    data = dawid_skene(12_000, 7, model=model, labels_per_item=5, skew=0)
    labels = labels_under(data, None, "one_coin")
    assert len(labels) == 60
    assert np.corrcoef(labels["one_coin"], labels["accuracy"])[0, 1] > 0.99
    assert (labels["one_coin"] - labels["accuracy"]).abs().max() < 0.1


def test_the_answer_of_dawid_skene_is_the_most_probable_class() -> None:
    """Where workers are good at some classes and bad at others, that is right more often than a weighted vote."""
    data = dawid_skene(5_000, 8, model=any_workers(30, 4, seed=8), labels_per_item=5, skew=0)
    truth = data.truth.set_index("item_id")["label"]
    right = {}
    for method in ("poak_irt", "dawid_skene"):
        items = oakdb.run(data.annotations, None, data.kind, method=method).items.set_index("item_id")
        right[method] = (items["label"] == truth).mean()
    assert right["dawid_skene"] > right["poak_irt"] + 0.01


@pytest.mark.parametrize("priors", [[0.5, 0.5], [0.9, 0.1], [0.6, 0.3, 0.08, 0.02]])
def test_level_one_irt_is_the_posterior_of_accuracy_only_workers(priors: list[float]) -> None:
    """With a_i = −log(1/p_i − 1), d_ℓ = log((1/q_ℓ − 1)/(k − 1)), b = 1, p⁰ = 0 the curve is Bayes' rule, exactly."""
    accuracies = np.array([0.3, 0.55, 0.7, 0.85, 0.99])
    model = one_coin(priors, accuracies)
    data = dawid_skene(2_000, 5, model=model, labels_per_item=3, skew=0)
    results = oakdb.run(data.annotations, None, "category", time_column="seq")
    q, k = np.array(priors), len(priors)
    types = pd.DataFrame(
        {"label_type": model.classes, "base_rate": 0.0, "separation": 1.0, "difficulty": np.log((1 / q - 1) / (k - 1))}
    )
    names = sorted(data.worker_accuracy["worker_id"].unique())
    workers = pd.DataFrame({"worker_id": names, "ability": -np.log(1 / accuracies - 1)})
    for relation, frame in (("known_types", types), ("known_workers", workers)):
        key, *columns = frame.columns
        changed = ", ".join(f"{column} = curve.{column}" for column in columns)
        results.con.register("curve", frame)
        results.con.execute(f"update oakdb.{relation} set {changed} from curve where {relation}.{key} = curve.{key}")
    labels = results.labels.merge(data.worker_accuracy, on=["worker_id", "label_type"])
    assert len(labels) == 6_000
    assert (labels["poaki"] - labels["accuracy"]).abs().max() < 1e-12
