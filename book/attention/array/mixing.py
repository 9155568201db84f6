"""What one number can do to vectors: scale them and add them up."""

import numpy as np

from attention._check import number
from attention.array._arrays import array, at_least_float32, common_leading, no_warnings, same_size

__all__ = ["mix", "weighted_sum"]


@no_warnings
def mix(a, b, w):
    """Return w·a + (1 - w)·b, every component mixed in the same proportion.

    Parameters
    ----------
    a, b : (..., d) of the same shape
    w : one number; 0 gives b, 1 gives a, beyond 0 and 1 the result leaves the segment between them

    Returns
    -------
    (..., d)

    Raises
    ------
    ValueError
        The shapes differ, or a number is not finite.
    TypeError
        An argument is not numeric.
    """
    a = array("a", a, "d")
    b = array("b", b, "d")
    w = number("w", w)
    if a.shape != b.shape:
        raise ValueError(f"a and b must have the same shape, got shapes {a.shape} and {b.shape}")
    dtype, a, b = at_least_float32(a, b)
    return (w * a + (1.0 - w) * b).astype(dtype, copy=False)


@no_warnings
def weighted_sum(weights, vectors):
    """Return Σⱼ weightsⱼ · vectorsⱼ: of each vector as much as its one weight says.

    Parameters
    ----------
    weights : (..., n); they need not sum to 1
    vectors : (..., n, d)

    Returns
    -------
    (..., d)

    Raises
    ------
    ValueError
        There are not as many weights as vectors, the leading axes do not broadcast, or a number is
        not finite.
    TypeError
        An argument is not numeric.
    """
    weights = array("weights", weights, "n")
    vectors = array("vectors", vectors, "n", "d")
    same_size("n", "weights", weights, -1, "vectors", vectors, -2)
    dtype, weights, vectors = at_least_float32(weights, vectors)
    row = weights[..., np.newaxis, :]  # (..., 1, n)
    common_leading(2, weights=row, vectors=vectors)
    return (row @ vectors)[..., 0, :].astype(dtype, copy=False)
