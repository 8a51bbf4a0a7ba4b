"""Category: one class of three; who does not know, guesses."""

from crowd import crowd, show

CLASSES = ["cat", "dog", "fox"]

labels = crowd(
    truth=lambda rng: str(rng.choice(CLASSES)),
    report=lambda rng, label, skill: label if rng.random() < skill else str(rng.choice(CLASSES)),
)
workers = show("category", labels)
