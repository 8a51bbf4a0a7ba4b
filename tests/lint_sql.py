"""Lint the SQL as it runs: every model, for every kind and model of the crowd. `python -m tests.lint_sql`."""

import subprocess
import sys
import tempfile
from pathlib import Path

from oakdb.project import settings_with_defaults
from oakdb.render import render
from tests.reference.settings import CROWD_MODELS
from tests.samples import KINDS


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        seen: set[str] = set()
        for kind, method in [*((kind, "hoak") for kind in KINDS), *(("category", name) for name in CROWD_MODELS)]:
            for model in render(settings_with_defaults({"kind": kind, "method": method, "audits": "audits"})):
                if model.sql not in seen:
                    seen.add(model.sql)
                    (Path(folder) / f"{model.name}__{kind}_{method}.sql").write_text(model.sql + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "sqlfluff", "lint", "--config", ".sqlfluff", "--processes", "2", folder]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
