"""The generated data: the same for the same seed, in the promised shape, with the parameters asked for."""

import csv
import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from fixtures.__main__ import GENERATORS, main
from fixtures.boxes import MOST, SIZE
from fixtures.crowd import streams
from fixtures.dataset import Dataset
from fixtures.dawid_skene import Model, any_workers, dawid_skene, one_class_apart, one_coin
from fixtures.files import with_json_labels
from fixtures.keypoints import HEIGHT, WIDTH, ZONES, zone_of
from fixtures.topics import TOPICS
from fixtures.tree_paths import SIZES, tree

ROOT = Path(__file__).resolve().parent.parent
WORKED = ROOT / "fixtures" / "worked"
N_WORKERS = {"boxes": 100, "dawid_skene": 60, "keypoints": 50, "topics": 500, "tree_paths": 70}
KINDS = ("category", "number", "keypoint", "set", "path", "boxes")

every_generator = pytest.mark.parametrize("name", sorted(GENERATORS))


@pytest.fixture(scope="module")
def datasets() -> dict[str, Dataset]:
    return {name: generate(4000, 3) for name, generate in GENERATORS.items()}


def frames(data: Dataset) -> list[pd.DataFrame]:
    accuracy = [] if data.worker_accuracy is None else [data.worker_accuracy]
    return [data.annotations, data.truth, data.audits, data.worker_skill, *accuracy]


# Every data set


@every_generator
def test_same_seed_same_data(name: str) -> None:
    for one, two in zip(frames(GENERATORS[name](300, 5)), frames(GENERATORS[name](300, 5)), strict=True):
        pd.testing.assert_frame_equal(one, two, check_exact=True)


@every_generator
def test_other_seed_other_data(name: str) -> None:
    for one, two in zip(frames(GENERATORS[name](300, 5)), frames(GENERATORS[name](300, 6)), strict=True):
        assert not one.equals(two)


@every_generator
def test_more_audits_change_nothing_else(name: str) -> None:
    few, many = (GENERATORS[name](300, 5, audit_share=share) for share in (0.0, 1.0))
    assert few.audits.empty
    assert many.audits.equals(many.truth)
    assert few.annotations.equals(many.annotations)
    assert few.truth.equals(many.truth)


@every_generator
def test_one_to_three_labels_of_distinct_workers(name: str, datasets: dict[str, Dataset]) -> None:
    annotations = datasets[name].annotations
    counts = annotations.groupby("item_id").size()
    assert list(annotations.columns) == ["item_id", "worker_id", "label", "seq"]
    assert set(counts) == {1, 2, 3}
    assert (counts == 3).mean() > 0.8
    assert not annotations.duplicated(["item_id", "worker_id"]).any()
    assert (annotations["seq"] == annotations.groupby("item_id").cumcount() + 1).all()


@every_generator
def test_truth_for_all_audits_for_a_share(name: str, datasets: dict[str, Dataset]) -> None:
    data = datasets[name]
    assert data.truth["item_id"].is_unique
    assert set(data.truth["item_id"]) == set(data.annotations["item_id"])
    assert len(data.audits) == 800
    truth = dict(zip(data.truth["item_id"], data.truth["label"], strict=True))
    assert [truth[item] for item in data.audits["item_id"]] == list(data.audits["label"])


@every_generator
def test_few_workers_do_much(name: str, datasets: dict[str, Dataset]) -> None:
    work = datasets[name].annotations["worker_id"].value_counts(normalize=True)
    assert 0.95 * N_WORKERS[name] <= len(work) <= N_WORKERS[name]
    assert work.iloc[: len(work) // 10].sum() > 0.3


@every_generator
def test_ids_are_text(name: str, datasets: dict[str, Dataset]) -> None:
    for column in ("item_id", "worker_id"):
        assert {type(value) for value in datasets[name].annotations[column]} == {str}


def true_type(kind: str, label: Any) -> str:
    match kind:
        case "boxes":
            return str(len(label))
        case "keypoint":
            zone = int(zone_of(np.array([label["x"]]), np.array([label["y"]]))[0])
            return ZONES[zone]
        case "path":
            return str(label[0])
        case "set":
            return str(label[0]) if len(label) == 1 else "*"
    return str(label)


def is_right(kind: str, label: Any, truth: Any) -> bool:
    match kind:
        case "boxes":
            far = [abs(one[side] - two[side]) for one, two in zip(label, truth, strict=False) for side in one]
            return len(label) == len(truth) and max(far) <= 15
        case "keypoint":
            return bool(abs(label["x"] - truth["x"]) + abs(label["y"] - truth["y"]) < 20)
    return bool(label == truth)


def scored(data: Dataset) -> pd.DataFrame:
    """One row per label: whether it is right, and the skill of its worker on the true type."""
    rows = data.annotations.merge(data.truth, on="item_id", suffixes=("", "_true"))
    rows["label_type"] = [true_type(data.kind, label) for label in rows["label_true"]]
    pairs = zip(rows["label"], rows["label_true"], strict=True)
    rows["is_right"] = [is_right(data.kind, label, truth) for label, truth in pairs]
    return rows.merge(data.worker_skill, on=["worker_id", "label_type"], how="left", validate="many_to_one")


@every_generator
def test_skill_differs_by_type_within_workers(name: str, datasets: dict[str, Dataset]) -> None:
    data = datasets[name]
    assert data.worker_skill["skill"].between(0, 1).all()
    assert data.worker_skill.groupby("worker_id")["skill"].std().median() > 0.1
    rows = scored(data)
    assert rows["skill"].notna().all()
    by_skill = rows["skill"] - rows.groupby("worker_id")["skill"].transform("mean")
    good, bad = (rows.loc[side, "is_right"].mean() for side in (by_skill > 0.1, by_skill < -0.1))
    assert good > bad + 0.15


# One data set each


def test_keypoints_have_noise_and_outliers(datasets: dict[str, Dataset]) -> None:
    rows = datasets["keypoints"].annotations.merge(datasets["keypoints"].truth, on="item_id", suffixes=("", "_true"))
    points, truth = (
        np.array([[label["x"], label["y"]] for label in rows[column]]) for column in ("label", "label_true")
    )
    distance = np.hypot(*(points - truth).T)
    assert (points >= 0).all()
    assert (points <= [WIDTH, HEIGHT]).all()
    assert np.median(distance) < 15
    assert 0.03 < (distance > 120).mean() < 0.2


def test_topics_are_mostly_singletons(datasets: dict[str, Dataset]) -> None:
    labels = datasets["topics"].annotations["label"]
    sizes = Counter(len(label) for label in labels)
    assert len(TOPICS) == len(set(TOPICS)) == 26
    assert {topic for label in labels for topic in label} == set(TOPICS)
    assert all(len(set(label)) == len(label) for label in labels)
    assert sizes[1] > 0.6 * len(labels)
    assert sizes[0] > 0
    assert sizes[2] + sizes[3] > 0.05 * len(labels)


def test_tree_has_its_sizes() -> None:
    nodes = tree(streams(0, 1)[0])
    levels = (nodes.second, nodes.third)
    assert tuple(len(level.n_children) for level in levels) == SIZES[:2]
    assert tuple(level.n_children.sum() for level in levels) == SIZES[1:]
    assert all(level.n_children.min() >= 1 for level in levels)


def test_tree_paths_are_ways_down_one_tree(datasets: dict[str, Dataset]) -> None:
    data = datasets["tree_paths"]
    paths = [tuple(label) for frame in (data.annotations, data.truth) for label in frame["label"]]
    for level in (1, 2):
        steps = {(path[level - 1], path[level]) for path in paths}
        assert len(steps) == len({child for _, child in steps}) <= SIZES[level]
    assert {len(path) for path in paths} == {3}


def test_tree_paths_err_at_each_level_and_some_types_are_rare(datasets: dict[str, Dataset]) -> None:
    data = datasets["tree_paths"]
    rows = data.annotations.merge(data.truth, on="item_id", suffixes=("", "_true"))
    pairs = zip(rows["label"], rows["label_true"], strict=True)
    shared = Counter(sum(one == two for one, two in zip(label, truth, strict=True)) for label, truth in pairs)
    assert all(shared[depth] > 0.05 * len(rows) for depth in range(4))
    types = Counter(label[0] for label in data.truth["label"])
    assert max(types.values()) > 10 * min(types.values())
    assert len(types) == 12


def test_boxes_lie_in_the_image_and_have_an_area(datasets: dict[str, Dataset]) -> None:
    data = datasets["boxes"]
    labels = [*data.annotations["label"], *data.truth["label"]]
    for box in (box for label in labels for box in label):
        assert {type(side) for side in box.values()} == {int}
        assert 0 <= box["x1"] < box["x2"] <= SIZE
        assert 0 <= box["y1"] < box["y2"] <= SIZE


def test_boxes_are_one_to_eight_and_rarely_above_four(datasets: dict[str, Dataset]) -> None:
    for frame in (datasets["boxes"].annotations, datasets["boxes"].truth):
        counts = frame["label"].map(len)
        assert set(counts) == set(range(1, MOST + 1))
        assert 0 < (counts > 4).mean() < 0.06


def test_boxes_are_missed_and_added(datasets: dict[str, Dataset]) -> None:
    rows = datasets["boxes"].annotations.merge(datasets["boxes"].truth, on="item_id", suffixes=("", "_true"))
    surplus = rows["label"].map(len) - rows["label_true"].map(len)
    assert (surplus < 0).mean() > 0.05
    assert (surplus > 0).mean() > 0.02


# Dawid–Skene


def numbered(data: Dataset, model: Model) -> tuple[Any, Any, Any]:
    """Worker, truth and report of every label, as numbers."""
    rows = data.annotations.merge(data.truth, on="item_id", suffixes=("", "_true"))
    place = {name: number for number, name in enumerate(model.classes)}
    worker = rows["worker_id"].str[1:].astype(int).to_numpy() - 1
    return worker, rows["label_true"].map(place).to_numpy(), rows["label"].map(place).to_numpy()


def test_confusion_is_that_of_the_matrices() -> None:
    model = any_workers(n_workers=8, n_classes=4, seed=1)
    worker, truth, report = numbered(dawid_skene(30000, 2, model=model, skew=0), model)
    counts = np.zeros(model.matrices.shape)
    np.add.at(counts, (worker, truth, report), 1)
    shown = counts.sum(axis=2, keepdims=True)
    error = np.sqrt(model.matrices * (1 - model.matrices) / shown)
    assert shown.min() > 500
    assert (np.abs(counts / shown - model.matrices) < 4.5 * error + 1e-9).all()
    np.testing.assert_allclose(np.bincount(truth) / len(truth), model.priors, atol=0.01)


def test_accuracies_are_those_of_the_labels() -> None:
    model = any_workers(n_workers=8, n_classes=4, seed=1)
    data = dawid_skene(30000, 2, model=model, skew=0)
    worker, truth, report = numbered(data, model)
    labels = pd.DataFrame({"worker": worker, "report": report, "is_right": truth == report})
    overall = labels.groupby("worker")["is_right"].mean().to_numpy()
    given = labels.groupby(["worker", "report"])["is_right"].mean().unstack().to_numpy()
    np.testing.assert_allclose(overall, model.accuracy, atol=0.025)
    np.testing.assert_allclose(given, model.conditional_accuracy, atol=0.08)
    assert data.worker_accuracy is not None
    table = data.worker_accuracy.pivot(index="worker_id", columns="label_type", values="accuracy")
    np.testing.assert_array_equal(table["*all*"], model.accuracy)
    np.testing.assert_array_equal(table[list(model.classes)], model.conditional_accuracy)


def test_one_coin_is_accuracy_only() -> None:
    model = one_coin([0.5, 0.3, 0.2], [0.9, 0.6])
    np.testing.assert_allclose(model.accuracy, [0.9, 0.6])
    np.testing.assert_allclose(model.matrices[1], [[0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6]])
    # P(truth = first | reported first) = 0.45 / (0.45 + 0.05 (0.3 + 0.2)) = 18/19
    np.testing.assert_allclose(model.conditional_accuracy[0, 0], 18 / 19)


def test_one_class_apart_is_linear_in_conditional_accuracy() -> None:
    shared = any_workers(n_workers=1, n_classes=4, seed=3).matrices[0]
    model = one_class_apart([0.4, 0.3, 0.2, 0.1], shared, 1, np.linspace(0.2, 0.95, 30))
    others = np.delete(model.matrices, 1, axis=1)
    assert (others == others[0]).all()
    x, y = model.conditional_accuracy[:, 1], model.conditional_similarity[:, 1]
    slope, intercept = np.polyfit(x, y, 1)
    assert np.ptp(x) > 0.2
    assert slope > 0
    np.testing.assert_allclose(y, slope * x + intercept, atol=1e-12)


def test_labels_per_item_and_activity_can_be_set() -> None:
    data = dawid_skene(2000, 0, model=one_coin([0.5, 0.5], [0.8] * 10), labels_per_item=7, skew=0)
    assert set(data.annotations.groupby("item_id").size()) == {7}
    work = data.annotations["worker_id"].value_counts()
    assert work.max() < 1.1 * work.min()


@pytest.mark.parametrize(
    ("priors", "matrices", "message"),
    [
        ([0.5, 0.4], [np.eye(2)], "priors"),
        ([0.5, 0.5], [np.eye(2) * 0.9], "matrices"),
        ([0.5, 0.5], [np.eye(3)], "shape"),
    ],
)
def test_what_is_no_model_is_refused(priors: list[float], matrices: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Model(np.array(priors), np.array(matrices))


def test_too_few_workers_are_refused() -> None:
    with pytest.raises(ValueError, match="2 workers cannot give 3 labels"):
        GENERATORS["topics"](100, 0, n_workers=2)


# Files


def test_demo_is_what_its_command_makes(tmp_path: Path) -> None:
    readme = (ROOT / "fixtures" / "README.md").read_text(encoding="utf-8")
    command = next(line.split() for line in readme.splitlines() if "--out fixtures/demo" in line)
    command[command.index("fixtures/demo")] = str(tmp_path)
    subprocess.run([sys.executable, *command[1:]], cwd=ROOT, check=True, capture_output=True)
    committed = sorted((ROOT / "fixtures" / "demo").iterdir())
    assert [path.name for path in committed] == sorted(path.name for path in tmp_path.iterdir())
    for path in committed:
        assert path.read_bytes() == (tmp_path / path.name).read_bytes()
    assert sum(path.stat().st_size for path in committed) < 100_000


@every_generator
def test_csv_reads_back(name: str, tmp_path: Path) -> None:
    assert main([name, "--out", str(tmp_path), "--items", "50", "--seed", "4", "--format", "csv"]) == 0
    data = GENERATORS[name](50, 4)
    for part, frame in (("annotations", data.annotations), ("audits", data.audits), ("truth", data.truth)):
        read = pd.read_csv(tmp_path / f"{name}_{part}.csv", dtype={"label": str})
        pd.testing.assert_frame_equal(read, with_json_labels(frame), check_dtype=False)
        if data.kind != "category":
            assert [json.loads(label) for label in read["label"]] == list(frame["label"])


@every_generator
def test_parquet_keeps_the_shape_of_labels(name: str, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert main([name, "--out", str(tmp_path), "--items", "50", "--seed", "4"]) == 0
    read = parquet.read_table(tmp_path / f"{name}_annotations.parquet").to_pydict()
    assert read["label"] == list(GENERATORS[name](50, 4).annotations["label"])


def test_numbers_that_make_no_data_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boxes", "--out", str(tmp_path), "--audit-share", "2"]) == 1
    assert capsys.readouterr().err == "fixtures: audit_share: 2.0 is not between 0 and 1\n"
    assert list(tmp_path.iterdir()) == []


# Worked cases


def column(path: Path, *names: str) -> set[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return {"|".join(row[name] for name in names) for row in csv.DictReader(file)}


def exact_numbers(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [number for inner in value.values() for number in exact_numbers(inner)]
    return [value] if isinstance(value, str) and "/" in value else []


@pytest.mark.parametrize("kind", KINDS)
def test_worked_case_covers_every_row(kind: str) -> None:
    expected = json.loads((WORKED / "expected.json").read_text(encoding="utf-8"))[kind]
    annotations = WORKED / f"{kind}_annotations.csv"
    assert expected["settings"]["kind"] == kind
    assert set(expected["items"]) == column(annotations, "item_id")
    assert set(expected["worker_competence"]) == column(annotations, "worker_id")
    assert set(expected["label_estimates"]) == column(annotations, "item_id", "worker_id")
    assert column(WORKED / f"{kind}_audits.csv", "item_id") <= set(expected["items"])


@pytest.mark.parametrize("kind", KINDS)
def test_worked_numbers_are_derived_in_the_text(kind: str) -> None:
    expected = json.loads((WORKED / "expected.json").read_text(encoding="utf-8"))[kind]
    text = (WORKED / "README.md").read_text(encoding="utf-8").replace("−", "-")
    section = text.split(f"\n## {kind}\n")[1].split("\n## ")[0]
    for number in exact_numbers({name: part for name, part in expected.items() if name != "settings"}):
        assert str(Fraction(number)) == number
        assert number in section
