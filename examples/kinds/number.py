"""Number: the weight of a parcel in grams, by eye."""

from crowd import crowd, show

labels = crowd(
    truth=lambda rng: round(rng.uniform(100, 900)),
    report=lambda rng, label, skill: round(rng.normal(label, 300 * (1 - skill))),
)
workers = show("number", labels, threshold=0.8)
