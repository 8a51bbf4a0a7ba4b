"""The project through dbt on Spark, a session that the tests start: every relation agrees with the runner's."""

import os
from pathlib import Path

import pytest

from tests.engine_tasks import AUDITED, COLUMN, CROWD, PLAIN, assert_agrees
from tests.engines import Built, Task, build, spark_cluster, why_no_spark

OTHERWISE = ("number", "set", "boxes", "ranking")  # a task takes a minute: those whose SQL is Spark's own
A_SESSION = 5  # tasks, for a session keeps what it has planned
TASKS = [*AUDITED, *(task for task in PLAIN if task.kind in OTHERWISE), *CROWD, COLUMN]


@pytest.fixture(scope="module", autouse=True)
def _spark() -> None:
    reason = why_no_spark()
    if reason:
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    results: dict[str, Built] = {}
    for first in range(0, len(TASKS), A_SESSION):
        folder = tmp_path_factory.mktemp("spark") / "run"
        results |= build("spark", TASKS[first : first + A_SESSION], folder, with_tests_of=AUDITED[0].name)
    return results


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_every_relation_agrees(built: dict[str, Built], task: Task) -> None:
    assert_agrees(built[task.name], task)


def test_a_standalone_cluster_agrees(tmp_path: Path) -> None:
    (task,) = [task for task in PLAIN if task.kind == "set"]
    with spark_cluster(tmp_path / "cluster") as connection:
        assert_agrees(build("spark", [task], tmp_path / "run", connection)[task.name], task)
