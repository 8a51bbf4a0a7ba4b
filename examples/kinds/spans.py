"""Spans: names in a sentence of forty characters; ends are off, tags are mixed up."""

from crowd import crowd, show


def names(rng):
    start = int(rng.integers(0, 15))
    return [
        {"start": start, "stop": start + int(rng.integers(3, 9)), "tag": "PERSON"},
        {"start": start + 12, "stop": start + 12 + int(rng.integers(3, 9)), "tag": "PLACE"},
    ]


def report(rng, spans, skill):
    return [
        {
            "start": span["start"] + int(rng.integers(0, 3)) * int(rng.random() > skill),
            "stop": span["stop"] + 1 + int(rng.integers(0, 3)) * int(rng.random() > skill),
            "tag": span["tag"] if rng.random() < 0.5 + skill / 2 else "OTHER",
        }
        for span in spans
    ]


workers = show("spans", crowd(names, report), threshold=0.8)
