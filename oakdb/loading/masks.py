"""Masks as run lengths: COCO's, plain and packed, and CVAT's; all become COCO's plain ones on one canvas."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oakdb.loading.records import LeftOutError

Canvas = NDArray[np.bool_]
MOST_PIXELS = 1 << 28


def counts_of(packed: str) -> list[int]:
    """COCO's packed counts: five bits a character; from the fourth on, the difference to the last but one."""
    counts: list[int] = []
    value = shift = 0
    for character in packed:
        bits = ord(character) - 48
        if not 0 <= bits < 64:
            raise LeftOutError("the counts of a mask cannot be read")
        value |= (bits & 31) << shift
        shift += 5
        if bits & 32:
            continue
        if bits & 16:
            value -= 1 << shift
        counts.append(value + (counts[-2] if len(counts) > 2 else 0))
        value = shift = 0
    return counts


def from_coco(segmentation: Any) -> dict[str, Any]:
    """A segmentation with plain counts; a polygon is refused."""
    if not isinstance(segmentation, dict) or "counts" not in segmentation:
        raise LeftOutError("the segmentation is a polygon, not run lengths")
    counts, size = segmentation["counts"], segmentation.get("size")
    plain = counts_of(counts) if isinstance(counts, str) else counts
    if not all(isinstance(found, list) and all(isinstance(n, int) for n in found) for found in (size, plain)):
        raise LeftOutError("the size or the counts of a mask cannot be read")
    return {"size": size, "counts": plain}


def from_cvat(rle: str, left: int, top: int, width: int, height: int, size: tuple[int, int]) -> dict[str, Any]:
    """CVAT's runs go along the rows of a cut-out of the picture."""
    canvas = blank(size)
    cut = _bits([int(run) for run in rle.split(",")], width * height).reshape(height, width)
    if min(left, top) < 0 or top + height > size[0] or left + width > size[1]:
        raise LeftOutError("a mask reaches beyond its image")
    canvas[top : top + height, left : left + width] = cut
    return _runs(canvas)


def union(masks: Sequence[dict[str, Any]], size: tuple[int, int] | None) -> dict[str, Any]:
    """One mask that has the bits of all; without any, an empty one of the image's size."""
    if not masks:
        if size is None:
            raise LeftOutError("no answer")
        return _runs(blank(size))
    if len(masks) == 1:
        return masks[0]
    canvas = blank(tuple(masks[0]["size"]))
    for mask in masks:
        if mask["size"] != masks[0]["size"]:
            raise LeftOutError("masks of different sizes")
        canvas |= _bits(mask["counts"], canvas.size).reshape(canvas.shape[::-1]).T
    return _runs(canvas)


def blank(size: tuple[int, ...]) -> Canvas:
    if len(size) != 2 or min(size) < 1 or size[0] * size[1] > MOST_PIXELS:
        raise LeftOutError("the size of a mask cannot be")
    return np.zeros(size, dtype=np.bool_)


def _bits(counts: Sequence[int], n: int) -> Canvas:
    if min(counts, default=0) < 0 or sum(counts) != n:
        raise LeftOutError("the counts of a mask do not add up to its size")
    return np.repeat(np.arange(len(counts)) % 2 == 1, counts)


def _runs(canvas: Canvas) -> dict[str, Any]:
    """Down the columns, beginning with bits that are not set."""
    bits = canvas.T.ravel()
    ends = np.flatnonzero(np.diff(bits)) + 1
    counts = np.diff(np.concatenate([[0], ends, [bits.size]])).tolist()
    return {"size": list(canvas.shape), "counts": [0, *counts] if bits[0] else counts}
