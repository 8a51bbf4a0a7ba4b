"""Large files, cut anywhere; times and masks as the formats write them."""

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from oakdb.loading import formats
from oakdb.loading.masks import counts_of, from_cvat, union
from oakdb.loading.records import LeftOutError, Skips, Source, Wishes
from oakdb.loading.streams import json_parts
from oakdb.loading.times import time_of


def large_json(path: Path, n: int) -> None:
    marked = {"choices": ["a" * 20]}
    result = [{"from_name": "tone", "to_name": "text", "type": "choices", "value": marked}]
    with path.open("w", encoding="utf-8") as file:
        for number in range(n):
            task = {
                "id": number,
                "data": {"text": "x" * 500},
                "annotations": [{"completed_by": 1, "result": result}] * 3,
            }
            file.write("[\n" if number == 0 else ",\n")
            json.dump(task, file)
        file.write("]\n")


def large_coco(path: Path, n: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write('{"images": [')
        file.write(",".join(f'{{"id": {number}, "file_name": "{"i" * 100}{number}"}}' for number in range(n)))
        file.write('], "annotations": [')
        box = '"bbox": [1, 2, 3, 4], "segmentation": [[' + ", ".join(["1.5"] * 60) + "]]"
        file.write(",".join(f'{{"id": {number}, "image_id": {number}, {box}}}' for number in range(n)))
        file.write("]}")


def large_xml(path: Path, n: int) -> None:
    box = '<box label="car" xtl="1" ytl="1" xbr="2" ybr="2"><attribute name="note">' + "x" * 400 + "</attribute></box>"
    with path.open("w", encoding="utf-8") as file:
        file.write("<annotations>")
        file.writelines(f'<image name="{number}" width="9" height="9">{box}</image>\n' for number in range(n))
        file.write("</annotations>")


def large_track(path: Path, n: int) -> None:
    note = '<attribute name="note">' + "x" * 400 + "</attribute>"
    with path.open("w", encoding="utf-8") as file:
        file.write('<annotations><track label="car">')
        file.writelines(
            f'<box frame="{number}" outside="0" xtl="1" ytl="1" xbr="2" ybr="2">{note}</box>\n' for number in range(n)
        )
        file.write("</track></annotations>")


@pytest.mark.parametrize(
    ("name", "write"),
    [("label-studio", large_json), ("coco", large_coco), ("cvat", large_xml), ("cvat", large_track)],
)
def test_large_files_are_read_piece_by_piece(name: str, write: Callable[[Path, int], None], tmp_path: Path) -> None:
    """Of a file of some megabytes no more than a fraction is in memory at a time."""
    write(tmp_path / "large", 8_000)
    size = (tmp_path / "large").stat().st_size
    assert size > 4_000_000
    source = Source(tmp_path / "large", None, Wishes(), Skips())
    tracemalloc.start()
    n = sum(1 for _ in formats()[name].read(source))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert n >= 8_000
    assert peak < size / 6


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_json_is_read_alike_however_it_is_cut(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oakdb.loading.streams.CHUNK", size)
    value = {"a": [1, -2.5e10, True, None, 'é\\"\n \u2028', {"deep": [[], {}]}], "b": 12345.678, "c": "x" * 100}
    path = tmp_path / "parts.json"
    for indent in (None, 1, 30):
        path.write_text(json.dumps([value, 12345, value["a"]], indent=indent), encoding="utf-8")
        assert [part for _, _, part in json_parts(path)] == [value, 12345, value["a"]]
        path.write_text(json.dumps(value, indent=indent), encoding="utf-8")
        found = list(json_parts(path))
        assert [part for key, _, part in found if key == "a"] == value["a"]
        assert [part for key, _, part in found if key != "a"] == [value["b"], value["c"]]


def test_times() -> None:
    assert str(time_of("Sat Nov 02 13:05:22 PDT 2019")) == "2019-11-02 20:05:22"
    assert str(time_of("2024-01-02T10:00:00+01:00")) == "2024-01-02 09:00:00"
    assert str(time_of("2024-01-02 10:00:00")) == "2024-01-02 10:00:00"
    assert str(time_of(1714980000)) == str(time_of("1714980000000")) == "2024-05-06 07:20:00"
    assert [time_of(said) for said in (None, "", "soon", "Sat Nov 02 13:05:22 XYZ 2019", "1e400", {})] == [None] * 6


def packed(counts: list[int]) -> str:
    """COCO's way to write run lengths as text, after its published description."""
    text = ""
    for place, count in enumerate(counts):
        value = count - counts[place - 2] if place > 2 else count
        while True:
            bits, value = value & 31, value >> 5
            more = value != (-1 if bits & 16 else 0)
            text += chr((bits | (32 if more else 0)) + 48)
            if not more:
                break
    return text


def runs(bits: np.ndarray) -> list[int]:
    counts, last = [0], False
    for bit in bits.T.ravel():
        if bit != last:
            counts.append(0)
            last = bool(bit)
        counts[-1] += 1
    return counts


def test_masks_against_bitmaps() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        height, width = rng.integers(1, 9, 2)
        one, other = rng.random((2, height, width)) < rng.random()
        plain_runs = [{"size": [int(height), int(width)], "counts": runs(bits)} for bits in (one, other)]
        assert union(plain_runs, None)["counts"] == runs(one | other)
        assert counts_of(packed(runs(one))) == runs(one)
        big = rng.integers(0, 100_000, 9).tolist()
        assert counts_of(packed(big)) == big
        top, left = (int(rng.integers(0, 5)) for _ in range(2))
        canvas = np.zeros((height + top, width + left), bool)
        canvas[top:, left:] = one
        along_rows = ", ".join(map(str, runs(one.T)))
        made = from_cvat(along_rows, left, top, int(width), int(height), canvas.shape)
        assert made == {"size": list(canvas.shape), "counts": runs(canvas)}


def test_masks_that_cannot_be() -> None:
    for counts in ([5], [-1, 5], [2, 1]):
        with pytest.raises(LeftOutError):
            union([{"size": [2, 2], "counts": counts}, {"size": [2, 2], "counts": [4]}], None)
    with pytest.raises(LeftOutError, match="beyond its image"):
        from_cvat("0, 4", 1, 1, 2, 2, (2, 2))
    with pytest.raises(LeftOutError, match="size"):
        union([], (1 << 20, 1 << 20))
