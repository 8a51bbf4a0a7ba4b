"""Writes docs/relations.md from the YAML beside the models: `python docs/relations.py`."""

from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent
FOLDERS = ("staging", "labels", "learning", "learning/hoak", "learning/crowd", "stopping", "estimation")

START = """# Relations

All in one schema, `oakdb` by default, one schema per labelling task. Item and worker ids are text. `*all*` in a
`label_type` stands for all types together. Null is unknown. The formulas are in [method](method.md).

The ones to read are `item_decisions`, `item_estimates`, `prefix_estimates`, `label_estimates`, `worker_competence`,
`worker_type_competence`, `calibration`, `population`, `irt_types`, `irt_workers`, `decision_points`, `thresholds`,
`label_pairs`, `stg_annotations`, `stg_audits`, `rejected_rows`, `warnings` and `task_summary`. The others are
steps on the way and may change.

Views (`checked_…`, `live_annotations`, `label_pairs` of categories, `decision_points`, all of estimation) read the
annotations as they stand now against what was learned at the last run. The others are tables and keep
what they were at that run.

`raw_annotations` and `raw_audits` hold what the command line and Python took in from a file or a frame, as given;
insert new labels there. dbt reads your own tables instead. `key_check` is there where workers have other names
(`--anonymise`), and tells their key from others; labels that you insert yourself need the other names, too.

<!-- Written by docs/relations.py from sql/models: change the YAML there. -->
"""


def main() -> None:
    (ROOT / "docs/relations.md").write_text(page(), encoding="utf-8")


def page() -> str:
    parts = [START]
    for folder in FOLDERS:
        name = folder.split("/")[-1]
        parts.append(f"## {name.capitalize()}\n")
        declared = yaml.safe_load((ROOT / "sql/models" / folder / f"_{name}.yml").read_text(encoding="utf-8"))
        parts += [section(model) for model in declared["models"]]
    return "\n".join(parts)


def section(model: dict[str, Any]) -> str:
    lines = [f"### `{model['name']}`", model["description"] + key(model), "", "| column | meaning |", "|---|---|"]
    lines += [f"| `{column['name']}` | {column['description']} |" for column in model["columns"]]
    return "\n".join(lines) + "\n"


def key(model: dict[str, Any]) -> str:
    together = [
        test["oakdb.unique_together"]["arguments"]["columns"]
        for test in model.get("data_tests", [])
        if "oakdb.unique_together" in test
    ]
    alone = [[column["name"]] for column in model["columns"] if "unique" in column.get("data_tests", [])]
    keys = together or alone
    return f" Key: {', '.join(f'`{column}`' for column in keys[0])}." if keys else ""


if __name__ == "__main__":
    main()
