"""Keypoint: the nose in a picture of 640 × 480."""

from crowd import crowd, show

labels = crowd(
    truth=lambda rng: {"x": rng.uniform(0, 640), "y": rng.uniform(0, 480)},
    report=lambda rng, point, skill: {axis: rng.normal(place, 2 + 80 * (1 - skill)) for axis, place in point.items()},
)
workers = show("keypoint", labels, scale=20, threshold=0.8)
