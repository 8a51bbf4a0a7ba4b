"""Every model in every dialect: what is printed parses there, and says whether it was run."""

import pytest
import sqlglot

from oakdb.dialects import in_dialect
from oakdb.errors import OakError
from oakdb.project import settings_with_defaults
from oakdb.render import ENGINES
from tests.samples import KINDS

TRANSPILED = ("trino", "clickhouse")
SINGLE_VALUES = ("category", "number")
ENGINE_KINDS = [
    (dialect, kind) for dialect in ENGINES for kind in (SINGLE_VALUES if dialect == "redshift" else (*KINDS, "custom"))
]


def settings_of(kind: str) -> dict[str, object]:
    given: dict[str, object] = {"kind": kind, "annotations": "raw.annotations", "audits": "raw.audits"}
    return given | ({"similarity": "case when a = b then 1 else 0 end"} if kind == "custom" else {})


@pytest.mark.parametrize(("dialect", "kind"), ENGINE_KINDS)
def test_every_model_parses_in_the_dialect(dialect: str, kind: str) -> None:
    for rule in (None, "cluster(2)"):
        if rule and dialect == "redshift":
            continue
        for model, sql in in_dialect(settings_with_defaults({**settings_of(kind), "partition": rule}), "task", dialect):
            trees = sqlglot.parse(sql, read=dialect)
            assert len([tree for tree in trees if tree is not None]) == 1, model.name
            assert not trees[0].find(sqlglot.exp.Command), model.name


@pytest.mark.parametrize("dialect", ENGINES)
@pytest.mark.parametrize("method", ["dawid_skene", "one_coin"])
def test_models_of_the_crowd_parse_in_the_dialect(dialect: str, method: str) -> None:
    for model, sql in in_dialect(
        settings_with_defaults({**settings_of("category"), "method": method}), "task", dialect
    ):
        trees = sqlglot.parse(sql, read=dialect)
        assert len([tree for tree in trees if tree is not None]) == 1, model.name
        assert not trees[0].find(sqlglot.exp.Command), model.name


@pytest.mark.parametrize("dialect", TRANSPILED)
def test_other_dialects_are_transpiled_and_say_so(dialect: str) -> None:
    for model, sql in in_dialect(settings_with_defaults(settings_of("category")), "task", dialect):
        assert sql.startswith(f"-- {model.materialized} {model.name} (transpiled to {dialect}, not run)\n")
        assert len(sqlglot.parse(sql, read=dialect)) == 1


def test_what_an_engine_cannot_do_stops_with_its_name() -> None:
    with pytest.raises(OakError, match="kind 'boxes': this engine cannot take its labels apart"):
        in_dialect(settings_with_defaults(settings_of("boxes")), "task", "redshift")
    with pytest.raises(OakError, match="similarity 'levenshtein': this engine has no function for it"):
        in_dialect(settings_with_defaults({"kind": "text", "similarity": "levenshtein"}), "task", "postgres")
