"""Vector: an embedding of what was meant; the careless point elsewhere."""

from crowd import crowd, show

labels = crowd(
    truth=lambda rng: rng.normal(0, 1, 4).tolist(),
    report=lambda rng, vector, skill: [place + rng.normal(0, 2 * (1 - skill)) for place in vector],
)
workers = show("vector", labels, threshold=0.9)
