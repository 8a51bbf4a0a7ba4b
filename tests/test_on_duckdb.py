"""The project through dbt on DuckDB: the same SQL as the Python runner's, and the same numbers."""

import pytest

from oakdb.project import settings_with_defaults
from oakdb.render import render
from tests.engine_tasks import AUDITED, COLUMN, CROWD, PLAIN, assert_agrees
from tests.engines import Built, Task, build

TASKS = [*AUDITED, *PLAIN, *CROWD, COLUMN]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    return build("duckdb", TASKS, tmp_path_factory.mktemp("duckdb") / "run", with_tests_of=AUDITED[0].name)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_every_relation_agrees(built: dict[str, Built], task: Task) -> None:
    assert_agrees(built[task.name], task)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_dbt_compiles_what_the_runner_renders(built: dict[str, Built], task: Task) -> None:
    compiled = built[task.name].compiled
    rendered = render(settings_with_defaults(task.variables()), schema=task.name)
    assert compiled.keys() == {model.name for model in rendered}
    for model in rendered:
        assert without_spaces(compiled[model.name].replace('"tasks".', "")) == without_spaces(model.sql)


def without_spaces(sql: str) -> str:
    return " ".join(sql.split())
