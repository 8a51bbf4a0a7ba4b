"""The project through dbt on PostgreSQL, a server that the tests start: every relation agrees with the runner's."""

import pytest

from tests.engine_tasks import AUDITED, COLUMN, CROWD, PLAIN, assert_agrees
from tests.engines import Built, Task, build, postgres

TASKS = [*AUDITED, *PLAIN, *CROWD, COLUMN]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    with postgres() as connection:
        return build("postgres", TASKS, tmp_path_factory.mktemp("postgres") / "run", connection, AUDITED[0].name)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_every_relation_agrees(built: dict[str, Built], task: Task) -> None:
    assert_agrees(built[task.name], task)
