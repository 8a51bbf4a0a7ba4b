"""With `--anonymise` no byte of any output has a worker's id: printed, written or left in the database."""

import gzip
import hmac
import json
import os
import re
import stat
import threading
from base64 import b32encode
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

import oakdb
from oakdb.cli import main
from oakdb.pseudonyms import Key
from tests.loaders.exports import EXPORTS
from tests.samples import sample

SECRET = b"0123456789abcdef" * 4
WORKERS = [f"Zoë Kowalska-{n:02d}@crowd.example" for n in range(8)]
MARKS = ["Kowalska", "crowd.example", "Zo\\u00eb", "QXJ0"]  # of any of them, also escaped; the last is of a column
HEADER = ["item_id", "worker_id", "label", "seq", "note"]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_bytes(SECRET + b"\n")
    return path


def rows() -> list[tuple[Any, ...]]:
    """Labels of all workers, and rows of theirs that are left out: twice, without a label, without an item."""
    rng = np.random.default_rng(5)
    found: list[tuple[Any, ...]] = []
    for item in range(60):
        for place, worker in enumerate(rng.permutation(8)[:3]):
            label = "ab"[item % 2] if rng.random() < 0.55 + 0.05 * worker else "c"
            found.append((f"i{item}", WORKERS[worker], label, 10 * item + place, "QXJ0 is the worker's town"))
    found += [("i1", worker, "a", 900, "QXJ0") for worker in WORKERS]
    found += [("i2", WORKERS[0], None, 901, "QXJ0"), (None, WORKERS[1], "a", 902, "QXJ0")]
    return found


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    path = tmp_path / "labels.csv"
    pd.DataFrame(rows(), columns=HEADER).to_csv(path, index=False)
    return path


@pytest.fixture
def audits(tmp_path: Path) -> Path:
    path = tmp_path / "audits.csv"
    frame = pd.DataFrame({"item_id": [f"i{item}" for item in range(40)], "label": ["a", "b"] * 20})
    frame.assign(auditor=WORKERS[3], note="QXJ0").to_csv(path, index=False)
    return path


def given_away(content: bytes) -> list[str]:
    return [mark for mark in MARKS if mark.encode() in content or mark.encode("utf-16-le") in content]


def called(capsys: Any, *arguments: object) -> str:
    """What a call says; that it says nothing of the workers."""
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    said: str = captured.out + captured.err
    assert not given_away(said.encode()), said
    assert code == 0, said
    return said


def refused(capsys: Any, *arguments: object) -> str:
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert code in (1, 2)
    assert not given_away(captured.err.encode()), captured.err
    said: str = captured.err
    return said


def check_files(folder: Path) -> int:
    """All files of a folder and below; those of a zip or gzip kind are looked into."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    for path in files:
        content = path.read_bytes()
        assert not given_away(gzip.decompress(content) if path.suffix == ".gz" else content), path
        if path.suffix == ".parquet":  # which packs its text
            assert not given_away(str(duckdb.read_parquet(str(path)).fetchall()).encode()), path
        if path.suffix == ".duckdb":
            with duckdb.connect(str(path), read_only=True) as con:
                for schema, table in con.execute("select schema_name, table_name from duckdb_tables()").fetchall():
                    assert not given_away(con.table(f'"{schema}"."{table}"').df().to_csv().encode()), table
    return len(files)


def test_no_command_gives_a_worker_away(tmp_path: Path, key: Path, labels: Path, audits: Path, capsys: Any) -> None:
    out = tmp_path / "out"
    out.mkdir()
    db, named = out / "task.duckdb", ("--anonymise", key)
    run = ("run", labels, "--audits", audits, "--kind", "category", "--set", "time_column=seq", "--db", db)
    assert "n_workers                8" in called(capsys, *run, *named)
    with duckdb.connect(str(db), read_only=True) as con:
        assert oakdb.Results(con).summary["n_rejected"] == 5
    more = tmp_path / "more.csv"
    new = [("i3", worker, "a", 990, "QXJ0") for worker in WORKERS] + [("i70", WORKERS[2], None, 991, "QXJ0")]
    pd.DataFrame(new, columns=HEADER).to_csv(more, index=False)
    assert "the task has no column note: left out" in called(capsys, "add", more, "--db", db, *named)
    called(capsys, "add", more, "--db", db, *named, "--json")
    assert "w_" in called(capsys, "estimate", "--db", db)
    called(capsys, "estimate", "--db", db, "--json")
    called(capsys, "decide", "--db", db, "--json")
    called(capsys, "plan", "--cost", "2", "--db", db, "--out", out / "plan.html", "--json")
    called(capsys, "report", "--db", db, "--out", out / "task.html", "--pictures", "svg")
    tried = (labels, "--truth", audits, "--kind", "category", *named)
    evaluation = ("--out", out / "evaluation", "--trials", "1", "--train-share", "0.5", "--methods", "OAK-Weight")
    called(capsys, "evaluate", *tried, *evaluation)
    assert "w_" in (out / "evaluation/results.json").read_text(encoding="utf-8")
    called(capsys, "simulate", *tried, "--every", "60", "--out", out / "simulation.html")
    called(capsys, *run[:-2], *named, "--json")
    assert check_files(out) > 10


@pytest.mark.parametrize("shape", ["csv", "json", "parquet"])
def test_files_of_any_shape_are_read_the_same(shape: str, tmp_path: Path, key: Path) -> None:
    frame = pd.DataFrame([("1", 7, "x"), ("1", 8, "x"), ("2", 7, None)], columns=HEADER[:3])
    path = tmp_path / f"labels.{shape}"
    if shape == "csv":
        frame.to_csv(path, index=False)
    if shape == "json":
        frame.to_json(path, orient="records")
    if shape == "parquet":
        frame.to_parquet(path)
    with oakdb.run(path, anonymise=key) as results:
        assert sorted(results.workers["worker_id"]) == sorted(Key(SECRET).name(worker) for worker in "78")
        assert json.loads(results.rejected["row"][0])["worker_id"] == Key(SECRET).name("7")


def test_a_name_is_the_keyed_hash_of_the_id() -> None:
    digest = hmac.new(SECRET, b"worker\0" + "Zoë".encode(), "sha256").digest()
    name = Key(SECRET).name("Zoë")
    assert name == "w_" + b32encode(digest).decode()[:16].lower()
    assert re.fullmatch("w_[a-z2-7]{16}", name)
    assert Key(SECRET + b"!").name("Zoë") != name
    assert len({Key(SECRET).name(str(n)) for n in range(10_000)}) == 10_000
    assert SECRET.decode() not in repr(Key(SECRET))


def test_the_numbers_are_the_same_where_there_is_a_time() -> None:
    data = sample("category", 3, n_items=60, n_workers=9, most_labels=4, audit_share=0.4)
    frame = data.frame().assign(seq=range(len(data.frame())))
    with (
        oakdb.run(frame, data.audit_frame(), time_column="seq") as plain,
        oakdb.run(frame, data.audit_frame(), time_column="seq", anonymise=SECRET) as anonymous,
    ):
        pd.testing.assert_frame_equal(plain.decisions, anonymous.decisions, rtol=0, atol=1e-9)
        named = plain.workers.assign(worker_id=plain.workers["worker_id"].map(Key(SECRET).name))
        named = named.sort_values("worker_id", ignore_index=True)
        pd.testing.assert_frame_equal(named, anonymous.workers, rtol=0, atol=1e-9)


def test_rows_lie_in_no_order_of_the_ids() -> None:
    frame = pd.DataFrame([("1", f"w{n:03d}", "x") for n in range(100)], columns=HEADER[:3])
    with oakdb.run(frame, anonymise=SECRET) as results:
        lying = [worker for (worker,) in results.relation("raw_annotations").project("worker_id").fetchall()]
    assert lying == sorted(Key(SECRET).name(worker) for worker in frame["worker_id"])


def test_a_type_by_a_column_is_kept(key: Path) -> None:
    frame = pd.DataFrame([("1", "a", "x", "q", 1), ("1", "b", "x", "q", 2)], columns=[*HEADER[:3], "Topic", "town"])
    with oakdb.run(frame, partition="column topic", anonymise=key) as results:
        assert results.relation("raw_annotations").columns == ["item_id", "worker_id", "label", "Topic"]
        assert set(results.labels["label_type"]) == {"q"}
    with oakdb.run(frame, partition="column worker_id", anonymise=key) as results:
        assert set(results.labels["label_type"]) == {Key(SECRET).name("a"), Key(SECRET).name("b")}


def test_ids_and_other_names_do_not_meet(tmp_path: Path, key: Path, labels: Path, capsys: Any) -> None:
    anonymous, plain, other = tmp_path / "anonymous.duckdb", tmp_path / "plain.duckdb", tmp_path / "other"
    other.write_bytes(SECRET[::-1])
    run = ("run", labels, "--kind", "category", "--set", "time_column=seq", "--db")
    called(capsys, *run, anonymous, "--anonymise", key)
    called(capsys, *run, plain)
    before = anonymous.read_bytes()
    for call, expected in (
        ((*run, anonymous), "schema oakdb: its workers have other names; give --anonymise FILE"),
        (("add", labels, "--db", anonymous), "have other names; give --anonymise FILE with the key of its run"),
        (("add", labels, "--db", anonymous, "--anonymise", other), "its workers have other names, by another key"),
        ((*run, plain, "--anonymise", key), "it was run with the workers' ids; name a new file with --db"),
        (("add", labels, "--db", plain, "--anonymise", key), "it has the workers' ids; add without --anonymise"),
    ):  # fmt: skip
        assert expected in refused(capsys, *call)
    assert anonymous.read_bytes() == before
    called(capsys, *run, anonymous, "--anonymise", other)  # another key for all of them
    with duckdb.connect(str(anonymous), read_only=True) as con:
        assert Key(SECRET[::-1]).name(WORKERS[0]) in set(oakdb.Results(con).workers["worker_id"])


def test_a_table_in_the_database_is_refused(tmp_path: Path, key: Path, labels: Path, capsys: Any) -> None:
    db = tmp_path / "task.duckdb"
    with duckdb.connect(str(db)) as con:
        con.read_csv(str(labels)).create("mine")
    said = refused(capsys, "run", "mine", "--kind", "category", "--db", db, "--anonymise", key)
    assert "mine: lies in the database, with the workers' ids; give a file, and a database without them" in said
    assert "lies in the database" in refused(
        capsys, "run", labels, "--audits", "mine", "--kind", "category", "--db", db, "--anonymise", key
    )
    anonymous = tmp_path / "anonymous.duckdb"
    called(capsys, "run", labels, "--kind", "category", "--db", anonymous, "--anonymise", key)
    with duckdb.connect(str(anonymous)) as con:
        con.read_csv(str(labels)).create("mine")
    assert "lies in the database" in refused(capsys, "add", "mine", "--db", anonymous, "--anonymise", key)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (None, "the key cannot be read (No such file or directory); make one with: python -c"),
        (b"short\n", "is no key: it is 5 of at least 32 bytes; make one with"),
        (b"x" * 5_000, "is no key: it has more than 4096 bytes; make one with"),
    ],
)
def test_what_is_no_key_is_refused(content: bytes | None, expected: str, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "labels.csv").write_text("item,worker,label\n1,a,x\n", encoding="utf-8")
    if content is not None:
        (tmp_path / "key").write_bytes(content)
    call = ["run", str(tmp_path / "labels.csv"), "--kind", "category", "--anonymise", str(tmp_path / "key")]
    assert main(call) == 2
    assert expected in capsys.readouterr().err


BROKEN = {
    "headless.csv": b'"Kowalska, Zo","crowd.example","Kowalska"\n"Kowalska, Zo","crowd.example","Kowalska"\n',
    "named.csv": b"Kowalska,crowd.example\n1,2\n",
    "bytes.csv": b"item_id,worker_id,label\n1,Kowalska,\xff\xfe\n",
    "broken.json": b'[{"item_id": 1, "worker_id": "Kowalska"',
    "none.csv": b"item_id,worker_id,label\n,Kowalska,x\n",
    "time.csv": b"item_id,worker_id,label,seq\n" + b"1,Kowalska,x,1\n" * 30_000 + b"1,Kowalska,x,Kowalska\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_said_without_naming_anybody(name: str, tmp_path: Path, key: Path, capsys: Any) -> None:
    path = tmp_path / name
    path.write_bytes(BROKEN[name])
    seq = ("--set", "time_column=seq") if name.startswith("time") else ()
    assert (
        f"oakdb: {path}" in refused(capsys, "run", path, "--kind", "category", *seq, "--anonymise", key)
        or name == "none.csv"
    )
    db, good = tmp_path / "task.duckdb", tmp_path / "good.csv"
    good.write_text("item_id,worker_id,label,seq\n1,Kowalska,x,1\n1,b,x,2\n", encoding="utf-8")
    called(capsys, "run", good, "--kind", "category", *seq, "--db", db, "--anonymise", key)
    main(["add", str(path), "--db", str(db), "--anonymise", str(key)])
    captured = capsys.readouterr()
    assert not given_away((captured.out + captured.err).encode())
    assert not given_away(db.read_bytes())


def test_an_aggregator_knows_its_workers_again(key: Path) -> None:
    frame = pd.DataFrame([(n % 9, f"w{n % 4}", "xyz"[n % 3]) for n in range(36)], columns=["task", "worker", "label"])
    plain, anonymous = oakdb.Aggregator(), oakdb.Aggregator(anonymise=key)
    plain.fit(frame)
    anonymous.fit(frame)
    assert set(anonymous.skills_.index) == {Key(SECRET).name(worker) for worker in plain.skills_.index}
    told = frame[frame["worker"] != "w3"]
    assert anonymous.predict(told).to_dict() == plain.predict(told).to_dict()
    assert anonymous.results_ is not None
    assert anonymous.results_.relation("raw_annotations").filter("not starts_with(worker, 'w_')").fetchall() == []


# ------------------------------------------------------------------------------------------------------------- exports


RENAMED: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {  # a file, options, its workers
    "label-studio": ("label_studio.json", ("--field", "tone"), ("ann@example.org", "bob@", "cyd@", "expert@")),
    "cvat": ("cvat/job_11.xml", ("--field", "box"), (">ann<", "ann@")),
    "coco": ("coco/ann.json", (), ()),
    "prodigy": ("prodigy_choice.jsonl", (), ("ann", "bob")),
    "toloka": ("toloka.tsv", ("--field", "OUTPUT:result"), ("w1", "w2", "w3")),
    "mturk": ("mturk.csv", ("--field", "tone"), ('"A1"', '"A2"')),
    "long": ("long.csv", (), ("ann", "bob")),
    "wide": ("wide.csv", ("--worker", "Kowalska0", "--worker", "Kowalska1"), ("ann", "bob", "cyd")),
}


@pytest.mark.parametrize("name", RENAMED)
def test_no_export_gives_a_worker_away(name: str, tmp_path: Path, key: Path, capsys: Any) -> None:
    """The workers of the example are called otherwise first; the file is called like one of them."""
    given, options, workers = RENAMED[name]
    source = tmp_path / f"Kowalska{Path(given).suffix}"
    text = (EXPORTS / given).read_text(encoding="utf-8")
    for number, worker in enumerate(workers):
        assert worker in text
        text = text.replace(worker, re.sub(r"\w+", f"Kowalska{number}", worker, count=1))
    source.write_text(text, encoding="utf-8")
    out = tmp_path / "out"
    out.mkdir()
    call = ("load", name, source, "--out", out / "labels.parquet", "--skipped", out / "skipped", *options)
    called(capsys, *call, "--anonymise", key)
    called(capsys, *call, "--anonymise", key, "--json")
    loaded = duckdb.read_parquet(str(out / "labels.parquet")).df()
    assert loaded["worker_id"].str.fullmatch("w_[a-z2-7]{16}").all()
    assert check_files(out) == 2
    assert main([str(part) for part in (*call, "--out", tmp_path / "plain.parquet")]) == 0
    plain = duckdb.read_parquet(str(tmp_path / "plain.parquet")).df()
    assert set(loaded["worker_id"]) == {Key(SECRET).name(worker) for worker in plain["worker_id"]}
    capsys.readouterr()
    for broken in (
        text[: len(text) // 2],
        "",
        "<Kowalska>&Kowalska;</Kowalska>",
        '{"Kowalska": [}',
        "Kowalska,b\n1,2\n",
    ):
        source.write_text(broken, encoding="utf-8")
        main([str(part) for part in (*call, "--anonymise", key)])
        captured = capsys.readouterr()
        assert not given_away((captured.out + captured.err).encode()), broken
    assert "file 1: there is no such file" in refused(
        capsys, "load", name, tmp_path / "Kowalska", *call[3:], "--anonymise", key
    )


def test_a_key_may_come_from_a_pipe(tmp_path: Path) -> None:
    """As `<(printenv KEY)` gives it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    writer = threading.Thread(target=lambda: pipe.write_bytes(SECRET))
    writer.start()
    assert Key.given(pipe) == Key(SECRET)
    writer.join()
