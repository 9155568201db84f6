"""Write book/explorers/data/shares.json: scores of random queries and keys at d = 64.

Sixty-four draws of one query and eight keys, every component from N(0, 1), independent; the score
is the plain dot product. Rounded to 0.01, so the file is the same on every machine.
"""

import json
from pathlib import Path

import numpy as np

D, KEYS, DRAWS, SEED = 64, 8, 64, 20
TARGET = Path(__file__).resolve().parent.parent / "book" / "explorers" / "data" / "shares.json"


def draws():
    """Return DRAWS lists of KEYS dot products."""
    rng = np.random.default_rng(SEED)
    queries = rng.standard_normal((DRAWS, 1, D))
    keys = rng.standard_normal((DRAWS, KEYS, D))
    scores = (queries * keys).sum(axis=-1)
    return [[round(float(score), 2) for score in row] for row in scores]


def text():
    """Return the file's content."""
    return json.dumps({"d": D, "scores": draws()}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    print(f"wrote {TARGET.name}")
