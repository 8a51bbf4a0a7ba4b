"""COCO, one JSON file per annotator: images, and the annotations on them. The file's name is the annotator's."""

from collections.abc import Iterator
from typing import Any

from oakdb.errors import OakError
from oakdb.loading.masks import from_coco
from oakdb.loading.records import UNREADABLE, Answer, LeftOutError, Record, Source
from oakdb.loading.streams import json_parts

TAKES = ("item",)

KINDS = ("boxes", "mask", "keypoint")
LONGEST_SIDE = 1 << 31


def read(source: Source) -> Iterator[Record | Answer]:
    kind = source.wishes.kind or "boxes"
    if kind not in KINDS:
        raise OakError("format coco", f"has no label of kind '{kind}'", f"there is {', '.join(KINDS)}")
    # Boxes and points carry the names of their category, which may stand behind them in the file.
    categories = {
        str(found["id"]): found
        for key, _, found in json_parts(source.path)
        if key == "categories" and isinstance(found, dict) and "id" in found
    }
    for key, place, found in json_parts(source.path):
        if not key:
            raise OakError(f"{source.path}, {place}", "is a list, not images and annotations", "export as COCO")
        try:
            if key == "images":
                yield from _image(source, kind, place, found, categories)
            elif key == "annotations":
                yield from _annotation(source, kind, place, found, categories)
        except UNREADABLE:
            source.skip(f"one of the {key} cannot be read", place, found)


def _image(
    source: Source, kind: str, place: str, image: dict[str, Any], categories: dict[str, Any]
) -> Iterator[Record]:
    name = str(image[source.wishes.item] if source.wishes.item else image.get("file_name") or image["id"])
    size = (int(image["height"]), int(image["width"])) if image.get("height") and image.get("width") else None
    if size is not None and not 0 < max(size) < LONGEST_SIDE:
        raise ValueError(size)
    where = f"{source.name}, {place}"
    worker = source.worker(None)
    if kind != "keypoint":
        yield Record(str(image["id"]), name, worker, where, size=size)
        return
    for point in (point for category in categories.values() for point in category.get("keypoints", ())):
        yield Record(f"{image['id']}/{point}", f"{name}/{point}", worker, where)


def _annotation(
    source: Source, kind: str, place: str, annotation: dict[str, Any], categories: dict[str, Any]
) -> Iterator[Answer]:
    key = str(annotation["image_id"])
    category = categories.get(str(annotation.get("category_id")), {})
    if kind == "keypoint":
        if "keypoints" not in annotation:
            source.skip("the annotation has no keypoints", place, annotation)
            return
        for number, point in enumerate(category["keypoints"]):
            x, y, visibility = annotation["keypoints"][3 * number : 3 * number + 3]
            if visibility > 0:
                yield Answer(f"{key}/{point}", "keypoints", kind, {"x": float(x), "y": float(y)})
        return
    field = "bbox" if kind == "boxes" else "segmentation"
    try:
        value = _box(annotation["bbox"], category) if kind == "boxes" else from_coco(annotation[field])
        yield Answer(key, field, kind, value)
    except LeftOutError as reason:
        yield Answer(key, field, kind, annotation, problem=str(reason))
    except UNREADABLE:
        yield Answer(key, field, kind, annotation, problem=f"a {field} cannot be read")


def _box(bbox: list[Any], category: dict[str, Any]) -> dict[str, Any]:
    x, y, width, height = (float(side) for side in bbox)
    named = {"class": str(category["name"])} if "name" in category else {}
    return {"x1": x, "y1": y, "x2": x + width, "y2": y + height} | named
