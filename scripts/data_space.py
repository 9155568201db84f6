"""Write book/explorers/data/space.json: sixty words, each with 16 principal components.

The vectors are rows of the static embedding of all-MiniLM-L6-v2, (30522, 384). From the sixty rows
their mean is taken, and they are turned so that the first coordinate has the largest variance that
a single direction can have, the second the largest of what is then left, and so on (principal
component analysis, PCA). A direction and its opposite are equally good: each coordinate is given
the sign that makes its largest value positive. Rounded to 0.001, so that the file is the same on
every machine; `text` refuses to write a number that lies too close to a rounding edge.
"""

import json
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "book" / "explorers" / "data" / "space.json"
sys.path.insert(0, str(ROOT / "book"))

COMPONENTS = 16
DECIMALS = 3
GROUPS = [
    ("animals", "cat dog horse cow lion wolf bird fish mouse"),
    ("royalty", "king queen prince princess duke lord emperor throne"),
    ("numbers", "one two three four five six seven ten hundred"),
    ("colours", "red blue green yellow black white brown pink"),
    ("verbs", "run walk jump eat sleep sing read write speak"),
    ("adjectives", "big small happy sad good bad hot cold"),
    ("function words", "the of and to in with from because but"),
]
WORDS = [word for _, words in GROUPS for word in words.split()]


def components(vectors):
    """Return the principal components of (n, d) vectors, (n, 16), and the share of each, (16,)."""
    centred = vectors - vectors.mean(axis=0)
    _, lengths, directions = np.linalg.svd(centred, full_matrices=False)
    found = centred @ directions[:COMPONENTS].T
    furthest = found[np.abs(found).argmax(axis=0), np.arange(COMPONENTS)]
    shares = lengths**2 / (lengths**2).sum()
    return found * np.sign(furthest), shares[:COMPONENTS]


def rounded(values):
    """Return nested lists of the numbers, rounded.

    Raises ValueError where another machine's last digits could round to another number.
    """
    scaled = np.asarray(values) * 10**DECIMALS
    if np.abs(scaled - np.floor(scaled) - 0.5).min() < 1e-6:
        raise ValueError("a number lies too close to a rounding edge")
    return (np.round(scaled) / 10**DECIMALS + 0.0).tolist()  # + 0.0: no -0.0


def text():
    """Return the file's content."""
    import minilm

    model = minilm.load()
    place = {word: i for i, word in enumerate(model.vocabulary)}
    rows = model.embedding[[place[word] for word in WORDS]].astype(np.float64)
    found, shares = components(rows)
    vectors = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rounded(found))
    groups = [[name, len(words.split())] for name, words in GROUPS]
    return (
        f'{{"words":{json.dumps(WORDS, separators=(",", ":"))},\n'
        f'"groups":{json.dumps(groups, separators=(",", ":"))},\n'
        f'"variance":{json.dumps(rounded(shares), separators=(",", ":"))},\n'
        f'"vectors":[\n{vectors}]}}\n'
    )


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    print(f"wrote {TARGET.name}")
