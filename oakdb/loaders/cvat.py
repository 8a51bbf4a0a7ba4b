"""CVAT, XML 1.1 for images or for video, one file per annotator or job: the assignee is the annotator."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from xml.etree.ElementTree import Element

from oakdb.errors import OakError
from oakdb.loading.labels import CHOICES
from oakdb.loading.masks import from_cvat
from oakdb.loading.records import UNREADABLE, Answer, LeftOutError, Record, Source
from oakdb.loading.streams import xml_events
from oakdb.loading.times import time_of

TAKES = ()

SHAPES = {"box": "boxes", "tag": CHOICES, "points": "keypoint", "mask": "mask"}
MOST_FRAMES = 10_000_000
AREAS = ("polygon", "ellipse")  # drawn instead of masks
NOT_LOADED = ("polygon", "polyline", "cuboid", "ellipse", "skeleton")


def read(source: Source) -> Iterator[Record | Answer]:
    """Images with shapes in them; or, in a video, tracks with a shape for each frame."""
    export = Export(source)
    root: Element | None = None
    parent: Element | None = None  # the image or track that is being read
    skeleton: Element | None = None  # its points are no shapes of their own
    for event, element in xml_events(source.path):
        if root is None:
            root = element
            if element.tag != "annotations":
                raise OakError(
                    str(source.path), "is not <annotations>", "export as CVAT 1.1 XML", detail=f"but <{element.tag}>"
                )
        if event == "start" and element.tag == "skeleton":
            skeleton = element
        elif event == "end" and element is skeleton:
            skeleton = None
        if skeleton is not None:
            continue
        if event == "start" and element.tag in ("image", "track"):
            parent = element
            if element.tag == "image":
                yield export.image(element)
        elif event == "end" and element.tag == "meta":
            yield from export.meta(element)
        elif event == "end" and parent is not None and element.tag in (*SHAPES, *NOT_LOADED):
            yield from export.shape(parent, element)
            if parent.tag == "track":
                parent[:] = []  # a track may be as long as the video
        elif event == "end" and element is parent:
            parent = None
            root[:] = []


class Export:
    """What is known of a file: its annotator, its time, and which image or frame is being read."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.worker = source.worker(None)
        self.time: datetime | None = None
        self.video = ""
        self.size: tuple[int, int] | None = None
        self.n_images = 0

    def meta(self, meta: Element) -> Iterator[Record]:
        names = {username.text for username in meta.iterfind(".//assignee/username") if username.text}
        if len(names) > 1 and self.source.named_worker is None:
            listed = ", ".join(sorted(names))
            raise OakError(
                str(self.source.path), "has several assignees", "export each job by itself", detail=f"({listed})"
            )
        self.worker = self.source.worker(next(iter(names), None))
        self.time = time_of(meta.findtext("*/updated"))
        if meta.findtext("*/mode") != "interpolation":
            return
        self.video = meta.findtext(".//source") or meta.findtext("*/name") or "video"
        if meta.find(".//original_size") is not None:
            self.size = _size(meta.findtext(".//original_size/height"), meta.findtext(".//original_size/width"))
        first = _whole(meta.findtext("*/start_frame")) or 0
        stop, size = _whole(meta.findtext("*/stop_frame")), _whole(meta.findtext("*/size"))
        last = first + (size or 0) - 1 if stop is None else stop
        if last - first > MOST_FRAMES:
            raise OakError(str(self.source.path), f"has {last - first + 1} frames", "check start_frame and stop_frame")
        for frame in range(first, last + 1):
            yield self._record(f"frame {frame}", f"{self.video}#{frame}")

    def image(self, image: Element) -> Record:
        self.n_images += 1
        self.size = _size(image.get("height"), image.get("width"))
        name = image.get("name") or image.get("id") or f"image {self.n_images}"
        return self._record(f"image {self.n_images}", name)

    def _record(self, key: str, item: str) -> Record:
        return Record(key, item, self.worker, f"{self.source.name}, {key} ({item})", self.time, size=self.size)

    def shape(self, parent: Element, shape: Element) -> Iterator[Answer]:
        is_track = parent.tag == "track"
        key = f"frame {shape.get('frame')}" if is_track else f"image {self.n_images}"
        if shape.get("outside") == "1":  # the object has left the picture
            return
        if shape.tag in NOT_LOADED:
            self.source.skip(f"a {shape.tag}, which is not loaded", key, dict(shape.attrib))
            if shape.tag in AREAS:
                yield Answer(key, "mask", "mask", None, problem=f"of the mask a {shape.tag} would be missing")
            return
        kind = SHAPES[shape.tag]
        try:
            value = self._value(parent.get("label") if is_track else shape.get("label"), shape)
            yield Answer(key, shape.tag, kind, value)
        except LeftOutError as reason:
            yield Answer(key, shape.tag, kind, dict(shape.attrib), problem=str(reason))
        except UNREADABLE:
            yield Answer(key, shape.tag, kind, dict(shape.attrib), problem=f"a {shape.tag} cannot be read")

    def _value(self, label: str | None, shape: Element) -> Any:
        given = shape.attrib
        match shape.tag:
            case "tag":
                return label
            case "box":
                if float(given.get("rotation", 0)):
                    raise LeftOutError("a rotated box")
                sides = zip(("x1", "y1", "x2", "y2"), ("xtl", "ytl", "xbr", "ybr"), strict=True)
                return {side: float(given[name]) for side, name in sides} | {"class": label}
            case "points":
                if ";" in given["points"]:
                    raise LeftOutError("several points in one shape")
                x, y = given["points"].split(",")
                return {"x": float(x), "y": float(y)}
        if self.size is None:
            raise LeftOutError("a mask in an image without width and height")
        left, top, width, height = (int(given[name]) for name in ("left", "top", "width", "height"))
        return from_cvat(given["rle"], left, top, width, height, self.size)


def _size(height: str | None, width: str | None) -> tuple[int, int] | None:
    down, across = _whole(height), _whole(width)
    return None if down is None or across is None else (down, across)


def _whole(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() and len(text) < 10 else None
