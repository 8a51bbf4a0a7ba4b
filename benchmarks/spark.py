"""1, 3 and 10 million categorical annotations on local Spark, by dbt: time must grow no faster than the data.

    python benchmarks/spark.py [--millions 1 3 10] [--memory 8g]

Each size is a table of 3 labels per item, text ids, 1,000 workers, 10 classes, and is run to item_decisions, counted.
The driver may receive 8 MB of results at most, a fraction of the annotations: a step that collected them would fail.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

from dbt.cli.main import dbtRunner
from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parent.parent
TOLERATED = 1.3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--millions", type=int, nargs="+", default=[1, 3, 10])
    parser.add_argument("--memory", default="8g")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", options.memory)
        .config("spark.driver.maxResultSize", "8m")
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .config("spark.hadoop.javax.jdo.option.ConnectionURL", f"jdbc:derby:{folder / 'metastore'};create=true")
        .config("spark.driver.extraJavaOptions", f"-Dderby.system.home={folder}")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .enableHiveSupport()
        .getOrCreate()
    )
    seconds = {}
    for millions in options.millions:
        generate(session, millions)
        start = time.perf_counter()
        run_dbt(folder, millions)
        counted = session.sql(
            f"select count(*), count(estimated_accuracy), sum(n_labels) from task_{millions}.item_decisions"
        ).collect()[0]
        seconds[millions] = time.perf_counter() - start
        items = -(-millions * 1_000_000 // 3)
        assert tuple(counted) == (items, items, millions * 1_000_000), counted
        print(f"{millions:3} million annotations {seconds[millions]:8.1f} s", flush=True)
    first, *others = options.millions
    for before, after in zip([first, *others], others, strict=False):
        growth = seconds[after] / seconds[before]
        limit = TOLERATED * after / before
        print(f"{before} to {after} million: time × {growth:.2f}, data × {after / before:.2f}, limit × {limit:.2f}")
        assert growth <= limit
    session.stop()


def generate(session: SparkSession, millions: int) -> None:
    """Workers are right with a probability of their own, between 0.5 and 0.95."""
    session.sql(f"create schema task_{millions}")
    worker = "pmod(xxhash64(id div 3) + 333 * (id % 3), 1000)"
    is_right = f"pmod(xxhash64(id, 1), 1000) < 500 + 0.45 * {worker}"
    session.range(millions * 1_000_000).selectExpr(
        "concat('item', id div 3) as item_id",
        f"concat('worker', {worker}) as worker_id",
        f"concat('class', pmod(if({is_right}, xxhash64(id div 3, 2), xxhash64(id, 3)), 10)) as label",
    ).write.saveAsTable(f"task_{millions}.annotations")


def run_dbt(folder: Path, millions: int) -> None:
    target = {"type": "spark", "method": "session", "host": "here", "schema": f"task_{millions}", "threads": 1}
    (folder / "profiles.yml").write_text(json.dumps({"oakdb": {"target": "here", "outputs": {"here": target}}}))
    places = ["--project-dir", str(ROOT), "--profiles-dir", str(folder)]
    places += ["--target-path", str(folder / "target"), "--log-path", str(folder / "logs")]
    settings = {"kind": "category", "annotations": f"task_{millions}.annotations"}
    outcome = dbtRunner().invoke(["--quiet", "run", *places, "--vars", json.dumps(settings)])
    assert outcome.success, outcome.exception or [node.message for node in outcome.result if node.status == "error"]


if __name__ == "__main__":
    main()
