"""Similarities of texts (Similarities, types)."""

from __future__ import annotations

import unicodedata


def words(text: str) -> frozenset[str]:
    """The distinct words of a text: runs of letters, marks and digits, in lower case."""
    kept = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in text.lower())
    return frozenset(kept.split())


def levenshtein(a: str, b: str) -> float:
    """1 − edit distance / longer length; two empty texts: 1."""
    if a == b:
        return 1.0
    before = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        now = [i]
        for j, y in enumerate(b, start=1):
            now.append(min(before[j] + 1, now[-1] + 1, before[j - 1] + (x != y)))
        before = now
    return 1 - before[-1] / max(len(a), len(b))


def _jaro(a: str, b: str) -> float:
    window = max(max(len(a), len(b)) // 2 - 1, 0)
    taken = [False] * len(b)
    matched_a = []
    for i, x in enumerate(a):
        for j in range(max(0, i - window), min(len(b), i + window + 1)):
            if not taken[j] and b[j] == x:
                taken[j] = True
                matched_a.append(x)
                break
    m = len(matched_a)
    if m == 0:
        return 0.0
    matched_b = [y for y, used in zip(b, taken, strict=True) if used]
    half = sum(x != y for x, y in zip(matched_a, matched_b, strict=True)) // 2
    return (m / len(a) + m / len(b) + (m - half) / m) / 3


def jaro_winkler(a: str, b: str) -> float:
    """Jaro's, raised by a tenth of what is missing per letter of a common start of at most 4, where above 0.7."""
    if a == b:
        return 1.0
    score = _jaro(a, b)
    prefix = 0
    while prefix < min(4, len(a), len(b)) and a[prefix] == b[prefix]:
        prefix += 1
    return score + prefix * 0.1 * (1 - score) if score > 0.7 else score
