"""Dot product: one number from two vectors: the scalar implementation.

Generated from book/03-dot-product.ipynb by `make tangle`: edit the cells tagged `scalar` there.
"""

from math import sqrt

from attention import _check


def dot(a: list[float], b: list[float]) -> float:
    """Return the dot product: the sum of a[i] * b[i] over all i.

    Shapes: a (d,), b (d,); the result is one number.
    Raises ValueError when a and b differ in length or a number is not finite,
    TypeError for what is not a number.
    Source: Gibbs and Wilson (1901), who write it with a dot.
    """
    a, b = _check.vector("a", a), _check.vector("b", b)
    _check.same_length("a", a, "b", b)
    return sum([x * y for x, y in zip(a, b)])


def norm(a: list[float]) -> float:
    """Return the length of a vector: the square root of dot(a, a).

    Shapes: a (d,); the result is one number, never negative.
    Raises ValueError for no components or one that is not finite,
    TypeError for what is not a number.
    Source: Pythagoras; the largest component is taken out first, so that no
    square overflows.
    """
    a = _check.vector("a", a)
    largest = max([abs(x) for x in a])
    if largest == 0:
        return 0.0
    small = [x / largest for x in a]
    return largest * sqrt(dot(small, small))


def cosine(a: list[float], b: list[float]) -> float:
    """Return the cosine of the angle between two vectors.

    Shapes: a (d,), b (d,); the result is one number from -1 to 1.
    Raises ValueError when a vector has length zero, when a and b differ in
    length or a number is not finite, TypeError for what is not a number.
    Source: Salton, Wong and Yang (1975), who rank documents by it.
    """
    a, b = _check.vector("a", a), _check.vector("b", b)
    _check.same_length("a", a, "b", b)
    length_a, length_b = norm(a), norm(b)
    for name, length in (("a", length_a), ("b", length_b)):
        if length == 0:
            reason = "must not have length zero: it has no direction"
            raise ValueError(f"{name} {reason}")
    result = dot([x / length_a for x in a], [y / length_b for y in b])
    return max(-1.0, min(1.0, result))  # rounding may lead beyond 1


def score_matrix(
    queries: list[list[float]], keys: list[list[float]]
) -> list[list[float]]:
    """Return every query's score with every key: rows ask, columns answer.

    Shapes: queries (seq_q, d), keys (seq_k, d); the result is (seq_q, seq_k).
    Raises ValueError when there is no query or no key, when their vectors
    differ in length or a number is not finite, TypeError for what is not a
    number.
    Source: Vaswani et al. (2017), section 3.2.1.
    """
    queries = _check.vectors("queries", queries)
    keys = _check.vectors("keys", keys)
    _check.same_length("queries[0]", queries[0], "keys[0]", keys[0])
    return [[dot(query, key) for key in keys] for query in queries]
