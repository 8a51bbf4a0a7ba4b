"""Writes oakdb.sql into the wheel: generated from the models as it is built, and so never older than they are."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MacrosHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from oakdb.adhoc import generated_sql  # noqa: PLC0415 - not there before

        self.written = Path(self.directory) / "oakdb.sql"
        self.written.parent.mkdir(parents=True, exist_ok=True)
        self.written.write_text(generated_sql(), encoding="utf-8")
        build_data["force_include"][str(self.written)] = "oakdb/oakdb.sql"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.written.unlink()
