"""Scalars: how much: the scalar implementation.

Generated from book/01-scalars.ipynb by `make tangle`: edit the cells tagged `scalar` there.
"""

from attention import _check


def mix(a: list[float], b: list[float], w: float) -> list[float]:
    """Return w * a + (1 - w) * b, component by component.

    Shapes: a (d,), b (d,), w one number; returns (d,).
    Raises ValueError when a and b differ in length or a number is not finite,
    TypeError for what is not a number.
    Source: linear interpolation; torch.lerp(b, a, w) is the same.
    """
    a, b = _check.vector("a", a), _check.vector("b", b)
    w = _check.number("w", w)
    _check.same_length("a", a, "b", b)
    return [w * x + (1 - w) * y for x, y in zip(a, b)]


def weighted_sum(
    weights: list[float], vectors: list[list[float]]
) -> list[float]:
    """Return the sum of weights[j] * vectors[j] over all j.

    Shapes: weights (n,), vectors (n, d); returns (d,).
    Raises ValueError when the lengths differ or a number is not finite,
    TypeError for what is not a number.
    Source: Vaswani et al. (2017), section 3.2: attention returns such a sum.
    """
    weights = _check.vector("weights", weights)
    vectors = _check.vectors("vectors", vectors)
    _check.same_length("weights", weights, "vectors", vectors)
    total = [0.0] * len(vectors[0])
    for weight, one in zip(weights, vectors):
        total = [t + weight * x for t, x in zip(total, one)]
    return total
