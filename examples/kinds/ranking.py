"""Ranking: five answers, best first; neighbours change places."""

from crowd import crowd, show


def report(rng, ranking, skill):
    noisy = {name: place + rng.normal(0, 3 * (1 - skill)) for place, name in enumerate(ranking)}
    return sorted(noisy, key=noisy.get)


labels = crowd(lambda rng: [str(name) for name in rng.permutation(list("abcde"))], report)
workers = show("ranking", labels, similarity="kendall", threshold=0.8)
