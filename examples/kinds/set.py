"""Set: the topics of a text; topics are missed, others added."""

from crowd import crowd, show

TOPICS = ["art", "music", "politics", "science", "sports"]

labels = crowd(
    truth=lambda rng: [topic for topic in TOPICS if rng.random() < 0.4],
    report=lambda rng, topics, skill: [
        topic for topic in TOPICS if (topic in topics) == (rng.random() < 0.5 + skill / 2)
    ],
)
workers = show("set", labels, threshold=0.8)
