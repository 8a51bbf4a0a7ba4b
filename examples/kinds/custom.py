"""Custom: dates, alike by the days between them, said in SQL over `a` and `b`."""

from datetime import date, timedelta

from crowd import crowd, show

START = date(2024, 1, 1)

labels = crowd(
    truth=lambda rng: str(START + timedelta(days=int(rng.integers(0, 365)))),
    report=lambda rng, day, skill: str(date.fromisoformat(day) + timedelta(days=int(rng.normal(0, 60 * (1 - skill))))),
)
workers = show("custom", labels, similarity="exp(-abs(datediff('day', a::date, b::date)) / 30)", threshold=0.8)
