"""Boxes: one or two objects in a picture of 200 × 200; sides are off, objects are missed."""

from crowd import crowd, show


def objects(rng):
    corners = rng.uniform(0, 140, (rng.integers(1, 3), 2))
    return [{"x1": x, "y1": y, "x2": x + rng.uniform(30, 60), "y2": y + rng.uniform(30, 60)} for x, y in corners]


def report(rng, boxes, skill):
    seen = [box for box in boxes if rng.random() < 0.6 + 0.4 * skill]
    moved = [{side: place + rng.normal(0, 12 * (1 - skill)) for side, place in box.items()} for box in seen]
    return [box for box in moved if box["x1"] < box["x2"] and box["y1"] < box["y2"]]


workers = show("boxes", crowd(objects, report), threshold=0.7)
