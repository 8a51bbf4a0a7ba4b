"""Path: a place in a tree, root first; some stop too early, some take another branch."""

from crowd import crowd, show

TREE = {
    "animal": {"bird": ["owl", "wren"], "mammal": ["cat", "fox"]},
    "plant": {"tree": ["oak", "fir"], "herb": ["dill", "mint"]},
}


def leaf(rng):
    root = str(rng.choice(list(TREE)))
    branch = str(rng.choice(list(TREE[root])))
    return [root, branch, str(rng.choice(TREE[root][branch]))]


def report(rng, path, skill):
    if rng.random() < skill:
        return path
    return path[:2] if rng.random() < 0.5 else leaf(rng)


workers = show("path", crowd(leaf, report), threshold=0.8)
