"""Generated input, never a traceback, and every row accounted for: `python -m reliability.fuzz` (hypothesis).

A case is one row of annotations that is staged, one set of settings, one command line, one file that is read,
or one export of a labelling tool.
"""

import argparse
import contextlib
import io
import json
import random
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import hypothesis
import pandas as pd
from hypothesis import strategies as st

from oakdb.building import build_model
from oakdb.cli import main
from oakdb.database import take_in_annotations
from oakdb.errors import OakError
from oakdb.project import project, settings_with_defaults
from oakdb.render import Model, check, render
from oakdb.results import Results
from reliability import exports
from tests.bad_input import BAD, GOOD

BATCH = 400  # rows that are staged together
SHARES = {"rows": 90, "settings": 8, "command lines": 4, "files": 3, "exports": 4}  # of 109 cases
STAGED = {
    *("checked_annotations", "checked_audits", "kind_parameters", "type_medoids"),
    *("live_annotations", "stg_annotations", "stg_audits", "rejected_rows"),
}
Row = tuple[Any, Any, Any, str | None]  # item, worker, label, and the reason it is to be left out for; "?" for any

SNIPPETS = ["'", '"', ";", "{{ 7 }}", "{% x %}", "--", "\x00", "\x1b", "\u202e", "null", "nan", "1e999", "[", "{", "\\"]
TEXTS = st.one_of(st.text(max_size=12), st.sampled_from(SNIPPETS), st.text(alphabet='[]{}":,01ex y', max_size=16))
VALUES = st.one_of(
    TEXTS, st.none(), st.booleans(), st.integers(), st.floats(), st.lists(st.floats(), max_size=3), st.just([[]])
)


def _fuzzed(strategy: Any, n_examples: int, seed: int, body: Callable[[Any], None]) -> None:
    """Let hypothesis look for a case that fails; it shows the smallest one."""

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=n_examples, database=None, deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
    )
    @hypothesis.given(strategy)
    def check_one(case: Any) -> None:
        body(case)

    check_one()


# ---------------------------------------------------------------------------------------------------------------- rows


class Staging:
    """The models of one kind up to `rejected_rows`, in a database in memory."""

    def __init__(self, kind: str) -> None:
        self.task = Results(duckdb.connect())
        self.task.con.execute("create schema oakdb")
        settings = settings_with_defaults({"kind": kind}) | {"annotations": "oakdb.raw_annotations"}
        self.models: list[Model] = [model for model in render(settings) if model.name in STAGED]

    def check(self, rows: list[Row]) -> None:
        """Every row is kept or rejected with a reason; the one that was to be expected, where that is known."""
        frame = pd.DataFrame(
            {name: pd.Series([row[place] for row in rows], dtype="str")
             for place, name in enumerate(("item_id", "worker_id", "label"))}
        ).assign(number=range(len(rows)))  # fmt: skip
        self.task.con.execute("drop table if exists oakdb.raw_annotations")
        self.task.con.from_df(frame).create("oakdb.raw_annotations")
        for model in self.models:
            build_model(self.task, model)
        rejected = {
            json.loads(row)["number"]: reason
            for row, reason in self.task.relation("rejected_rows").project("row, reason").fetchall()
        }
        kept = self.task.relation("stg_annotations").project("item_id, worker_id").fetchall()
        n_rejected = self.task.count("rejected_rows")
        assert len(rejected) == n_rejected, "a row was rejected twice"
        assert len(kept) + n_rejected == len(rows), f"{len(rows)} rows in, {len(kept)} kept, {n_rejected} rejected"
        assert all(rejected.values()), "a row was rejected without a reason"
        left = [row for number, row in enumerate(rows) if number not in rejected]
        assert sorted(kept) == sorted((item, worker) for item, worker, _, _ in left), "another row was kept"
        repeated = Counter((item, worker) for item, worker, _, _ in rows)
        for number, (item, worker, _, reason) in enumerate(rows):
            if reason != "?" and repeated[item, worker] == 1:
                expected = reason if item is not None and worker is not None else rejected.get(number)
                assert rejected.get(number) == expected, f"rejected because {rejected.get(number)}, not {expected}"


def rows(kind: str) -> Any:
    """Rows whose fate is known, and rows of any text."""
    bad = [(str(label), reason) for of_kind, label, reason in BAD if of_kind == kind]
    anything = st.builds(lambda label: (label, "?"), TEXTS)
    nested = st.recursive(
        st.one_of(TEXTS, st.integers(), st.floats(), st.none()), lambda inner: st.lists(inner, max_size=3)
    )
    labels = [st.just((str(GOOD[kind]), None)), anything, st.just((None, "label is missing"))]
    labels += [st.builds(lambda value: (json.dumps(value), "?"), nested)]
    labels += [st.sampled_from(bad)] if bad else []
    return st.builds(
        _mixed,
        st.lists(st.one_of(labels), min_size=30, max_size=30),
        st.lists(st.one_of(TEXTS, st.none()), min_size=10, max_size=10),
        st.integers(0, 2**32),
    )


def _mixed(labels: list[tuple[Any, str | None]], ids: list[str | None], seed: int) -> list[Row]:
    """Many rows of few labels and ids: half of the rows are alone with theirs, the others meet each other."""
    rng = random.Random(seed)
    alone = [(f"i{n}", f"w{n}", *rng.choice(labels)) for n in range(BATCH // 2)]
    mixed = [(rng.choice(ids), rng.choice(ids), *rng.choice(labels)) for _ in range(BATCH - len(alone))]
    return rng.sample(alone + mixed, BATCH)


def fuzz_rows(n_cases: int, seed: int) -> int:
    n_done = 0
    for kind in GOOD:
        staging = Staging(kind)

        def body(batch: list[Row], staging: Staging = staging) -> None:
            nonlocal n_done
            staging.check(batch)
            n_done += len(batch)

        _fuzzed(rows(kind), -(-n_cases // (BATCH * len(GOOD))), seed, body)
        staging.task.con.close()
    return n_done


# ------------------------------------------------------------------------------------------------------------ settings


def fuzz_settings(n_cases: int, seed: int) -> int:
    n_done = 0
    words = ["oak", "hoak", "set", "number", "cubed", "sad", "median", "gaussian", "jaccard", "none", "first"]
    words += ["kmeans(8)", "count(0)", "lower(label)", "a = b", "column x", "abs(a - b)", "getenv('x')"]
    names = st.one_of(st.sampled_from(list(project().defaults)), TEXTS)
    given = st.dictionaries(names, st.one_of(VALUES, st.sampled_from(words)), max_size=3)

    def body(case: dict[str, Any]) -> None:
        nonlocal n_done
        n_done += 1
        refused = None
        try:
            check(settings_with_defaults(case))
        except OakError as error:
            refused = error
        assert refused is None or (refused.exit_code == 2 and str(refused).isprintable())

    _fuzzed(given, n_cases, seed, body)
    return n_done


# ------------------------------------------------------------------------------------------------------- command lines


def fuzz_command_lines(n_cases: int, seed: int) -> int:
    n_done = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "good.csv").write_text("item,worker,label\n1,a,x\n", encoding="utf-8")
        (folder / "empty.csv").write_text("", encoding="utf-8")
        (folder / "garbage.parquet").write_bytes(bytes(range(256)) * 20)
        duckdb.connect(str(folder / "bare.duckdb")).close()
        paths = [str(folder / path) for path in ("empty.csv", "garbage.parquet", "bare.duckdb", "nothing.csv", ".")]
        options = ["--kind", "--db", "--set", "--schema", "--json", "--item", "--limit", "--audits", "--truth", "--out"]
        options += ["--accuracy", "--budget", "--dialect", "--every", "--trials", "--methods", "--seed", "--help", "--"]
        words = st.one_of(
            st.sampled_from([*paths, *options, "category", "set", "boxes", "kind=set", "gamma=x", "threshold=2"]), TEXTS
        )
        commands = st.sampled_from(
            ["run", "add", "estimate", "decide", "plan", "report", "simulate", "evaluate", "fly"]
        )
        shaped = st.builds(
            lambda command, path, rest: [command, path, "--db", path, "--kind", "set", *rest],
            commands, st.sampled_from(paths), st.lists(words, max_size=3),
        )  # fmt: skip

        def body(arguments: list[str]) -> None:
            nonlocal n_done
            n_done += 1
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                try:
                    code: object = main(arguments)
                except SystemExit as stopped:
                    code = stopped.code
            assert code in (0, 1, 2), code
            assert code == 0 or err.getvalue().strip(), "nothing was said"

        with contextlib.chdir(folder):
            _fuzzed(st.one_of(st.lists(words, max_size=5), shaped), n_cases, seed, body)
    return n_done


# --------------------------------------------------------------------------------------------------------------- files


def fuzz_files(n_cases: int, seed: int) -> int:
    n_done = 0
    csv = b'item,worker,label\n1,a,"x, y"\n1,b,z\n'
    texts = st.lists(
        st.one_of(
            st.sampled_from([b"item", b"worker", b"label", b",", b"\n", b'"', b"1", b"{", b"["]), st.binary(max_size=4)
        )
    )
    contents = st.one_of(
        st.binary(max_size=60),
        texts.map(b"".join),
        texts.map(lambda parts: csv + b"".join(parts)),
        st.tuples(st.integers(0, len(csv)), st.binary(max_size=3)).map(
            lambda cut: csv[: cut[0]] + cut[1] + csv[cut[0] :]
        ),
        st.lists(st.dictionaries(st.sampled_from(["item", "worker", "label", "x"]), VALUES, max_size=4)).map(
            lambda records: json.dumps(records).encode()
        ),
    )
    endings = st.sampled_from([".csv", ".tsv", ".json", ".jsonl", ".parquet", ".csv.gz", ".json.zst"])
    with tempfile.TemporaryDirectory() as folder, Results(duckdb.connect()) as task:
        task.con.execute("create schema oakdb")

        def body(case: tuple[bytes, str]) -> None:
            nonlocal n_done
            n_done += 1
            path = Path(folder) / f"labels{case[1]}"
            path.write_bytes(case[0])
            with contextlib.suppress(OakError):
                take_in_annotations(task, path)

        _fuzzed(st.tuples(contents, endings), n_cases, seed, body)
    return n_done


def fuzz_exports(n_cases: int, seed: int) -> int:
    n_done = 0
    with tempfile.TemporaryDirectory() as folder:

        def body(case: exports.Case) -> None:
            nonlocal n_done
            n_done += 1
            exports.check(Path(folder), case)

        _fuzzed(exports.CASES, n_cases, seed, body)
    return n_done


def report(n_cases: int, seed: int) -> str:
    """How many cases of each sort were tried; it stops at the first that fails."""
    parts = {
        "rows": fuzz_rows,
        "settings": fuzz_settings,
        "command lines": fuzz_command_lines,
        "files": fuzz_files,
        "exports": fuzz_exports,
    }
    counts = {name: fuzz(n_cases * SHARES[name] // sum(SHARES.values()), seed) for name, fuzz in parts.items()}
    lines = [f"{name:15}{count:>9,}" for name, count in counts.items()]
    return "\n".join(
        [*lines, f"{sum(counts.values()):,} generated cases, 0 tracebacks, every row and record accounted for"]
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=109_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(report(options.cases, options.seed))
