"""Text: what was said, as typed by listeners; words are misheard or left out."""

from crowd import crowd, show

WORDS = ["boat", "calm", "dawn", "east", "fog", "gull", "harbour", "ice", "keel", "light", "mast", "north"]


def report(rng, sentence, skill):
    heard = [word if rng.random() < 0.4 + 0.6 * skill else str(rng.choice(WORDS)) for word in sentence.split()]
    return " ".join(heard)


labels = crowd(lambda rng: " ".join(rng.choice(WORDS, 6, replace=False)), report)
workers = show("text", labels, threshold=0.7)
