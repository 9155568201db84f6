"""Embeddings: what: the scalar implementation.

Generated from book/02-embeddings.ipynb by `make tangle`: edit the cells tagged `scalar` there.
"""

from math import sqrt

from attention import _check


def embed(token: int, table: list[list[float]]) -> list[float]:
    """Return the vector of a token: its row of the table.

    Shapes: token an id from 0 to n - 1, table (n, d); the result is (d,).
    Raises ValueError when there is no such row or a number is not finite,
    TypeError for a token that is no integer and for what is not a number.
    Source: Bengio et al. (2003), section 2; in torch: functional.embedding.
    """
    table = _check.vectors("table", table)
    return table[_check.index("token", token, len(table))]


def _scores(vector, table, by):
    """Return the dot product, or cosine, of one vector with each row.

    Shapes: vector (d,), table (n, d); the result is (n,).
    Raises ValueError when a cosine meets a vector of length 0.
    Source: as in `nearest`.
    """
    dots = [sum([x * y for x, y in zip(vector, row)]) for row in table]
    if by == "dot":
        return dots
    own = sqrt(sum([x * x for x in vector]))
    lengths = [sqrt(sum([x * x for x in row])) for row in table]
    if own == 0 or min(lengths) == 0:
        raise ValueError(
            "vector and table must not have a vector of length zero"
        )
    return [one / (own * length) for one, length in zip(dots, lengths)]


def nearest(
    vector: list[float], table: list[list[float]], k: int, by: str = "dot"
) -> tuple[list[int], list[float]]:
    """Return the k rows that score highest, and their scores, best first.

    Shapes: vector (d,), table (n, d), k from 1 to n; both results are (k,).
    The score is the dot product, or with by="cosine" the cosine. Of equal
    scores the lower row comes first.
    Raises ValueError when d differs, k or by is out of range, a number is
    not finite, or a cosine meets a vector of length 0,
    TypeError for what is not a number.
    Source: Mikolov et al. (2013), who compare word vectors by cosine.
    """
    vector = _check.vector("vector", vector)
    table = _check.vectors("table", table)
    _check.same_length("vector", vector, "table[0]", table[0])
    if _check.positive_integer("k", k) > len(table):
        raise ValueError(f"k must be at most {len(table)}, the rows, got {k}")
    if by not in ("dot", "cosine"):
        raise ValueError("by must be 'dot' or 'cosine', got " + repr(by))
    scores = _scores(vector, table, by)
    ranked = sorted([(-score, i) for i, score in enumerate(scores)])[:k]
    return [i for _, i in ranked], [-negative for negative, _ in ranked]


def shift(table: list[list], matrix: list[list]) -> list[list]:
    """Return table @ matrix: every vector multiplied by the same matrix.

    Shapes: table (n, d), matrix (d, m); the result is (n, m).
    Raises ValueError when d differs or a number is not finite,
    TypeError for what is not a number.
    Source: the matrix product.
    """
    table = _check.vectors("table", table)
    matrix = _check.vectors("matrix", matrix)
    _check.same_length("table[0]", table[0], "matrix", matrix)
    cols = list(zip(*matrix))
    moved = []
    for row in table:
        moved.append([sum([x * m for x, m in zip(row, c)]) for c in cols])
    return moved
