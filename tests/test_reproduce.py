"""The page of results: from generated sets and a folder, with every claim judged by its numbers."""

from functools import partial
from pathlib import Path

import pandas as pd
import pytest

import oakdb
from fixtures.topics import topics
from reproduce import __main__ as command
from reproduce import sources
from reproduce.claims import claims
from tests.test_docs import anchors


def test_the_page_has_every_set_and_every_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = topics(n_items=150, n_workers=10, seed=1)
    (tmp_path / "tags").mkdir()
    data.annotations.to_parquet(tmp_path / "tags/annotations.parquet")
    data.truth.to_parquet(tmp_path / "tags/gold.parquet")
    (tmp_path / "README.md").write_text(
        "| name | kind |\n|---|---|\n| tags | set |\n| gone | set |\n", encoding="utf-8"
    )
    monkeypatch.setattr(sources, "GENERATED", ("keypoints",))
    monkeypatch.setattr(sources, "N_ITEMS", 150)
    monkeypatch.setattr(command, "PAGE", tmp_path / "results.md")
    monkeypatch.setattr(oakdb, "evaluate", partial(oakdb.evaluate, trials=2))
    command.main([tmp_path])
    written = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert {"keypoints-generated", "tags", "on-the-generated-sets", "on-the-public-sets"} <= anchors(
        tmp_path / "results.md"
    )
    assert written.count("POAK-Weight beats OAK-Weight on the mean") == 2
    assert "nan" not in written


def test_claims_are_judged_by_the_numbers() -> None:
    """Two sets; POAK leads on both, and calibration takes it there."""
    rauc = {
        "no audits": {
            "OAK-Weight": 1,
            "OAK-BAU": 2,
            "POAK-Weight": 1.5,
            "POAK-BAU": 0,
            "POAKi": 1,
            "POAK+IRT": 1,
            "SAD": 3,
        },
        "calibrated": {"OAK-Weight": 1.05, "POAK-Weight": 2},
        "folded in": {
            "OAK-Weight": 1,
            "OAK-BAU": 2,
            "POAK-Weight": 2,
            "POAK-BAU": 0,
            "POAKi": 1,
            "POAK+IRT": 2,
            "HOAK-Weight": 4,
        },
    }
    results = pd.DataFrame(
        [
            {"data": data, "variant": variant, "contender": method, "train_share": share, "rauc_mean": value}
            for data in ("one", "two")
            for variant, values in rauc.items()
            for method, value in values.items()
            for share in (0.1, 0.7)
        ]
    )
    found = {claim.text: claim.holds for claim in claims(results)}
    assert list(found.values()) == [True, True, True, True, False, False, False, True]
