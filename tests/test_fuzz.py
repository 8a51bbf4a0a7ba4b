"""The smaller set of `make fuzz`: generated input, never a traceback, every row accounted for."""

from pathlib import Path

import pytest

from reliability import exports, fuzz


@pytest.mark.parametrize(
    ("part", "n_cases"),
    [
        (fuzz.fuzz_rows, 8_800),
        (fuzz.fuzz_settings, 150),
        (fuzz.fuzz_command_lines, 150),
        (fuzz.fuzz_files, 150),
        (fuzz.fuzz_exports, 100),
    ],
    ids=["rows", "settings", "command lines", "files", "exports"],
)
def test_generated_input(part: object, n_cases: int) -> None:
    assert callable(part)
    assert part(n_cases, 1) >= n_cases


def test_a_row_that_gets_lost_is_noticed() -> None:
    staging = fuzz.Staging("category")
    forgetful = [model for model in staging.models if model.name != "rejected_rows"]
    staging.check([("1", "a", "x", None), ("1", "b", "x", None)])
    staging.models = forgetful
    with pytest.raises(AssertionError, match="3 rows in, 2 kept, 0 rejected"):
        staging.check([("1", "a", "x", None), ("1", "b", "x", None), ("2", None, "x", "?")])


def test_a_record_that_gets_lost_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = [one for one in exports.EXAMPLES if one.file == "long.csv"]
    exports.check(tmp_path, (example, [], [], {}, False, False))
    monkeypatch.setattr("oakdb.loading.records.Skips.add", lambda *_: None)
    with pytest.raises(AssertionError, match="6 records in, 4 labels"):
        exports.check(tmp_path, (example, [], [], {}, False, False))
