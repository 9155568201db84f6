"""One number from two vectors, and the matrix of them for many."""

import numpy as np

from attention.array._arrays import (
    array,
    at_least_float32,
    common_leading,
    must_have_directions,
    no_warnings,
    same_size,
)

__all__ = ["dot", "norm", "cosine", "score_matrix"]


@no_warnings
def dot(a, b):
    """Return the dot product Σᵢ aᵢ bᵢ over the last axis.

    Parameters
    ----------
    a, b : (..., d); the leading axes broadcast

    Returns
    -------
    (...), one number for two vectors

    Raises
    ------
    ValueError
        The lengths differ, the leading axes do not broadcast, or a number is not finite.
    TypeError
        An argument is not numeric.
    """
    a = array("a", a, "d")
    b = array("b", b, "d")
    same_size("d", "a", a, -1, "b", b, -1)
    common_leading(1, a=a, b=b)
    dtype, a, b = at_least_float32(a, b)
    return np.vecdot(a, b).astype(dtype)


@no_warnings
def norm(a):
    """Return the length √(Σᵢ aᵢ²) over the last axis.

    Parameters
    ----------
    a : (..., d)

    Returns
    -------
    (...), never negative; finite also where the squares would overflow

    Raises
    ------
    ValueError
        The axis is empty, or a number is not finite.
    TypeError
        The argument is not numeric.
    """
    dtype, a = at_least_float32(array("a", a, "d"))
    unit, largest = _divided_by_largest(a)
    return (largest * np.sqrt(np.vecdot(unit, unit))).astype(dtype)


@no_warnings
def cosine(a, b):
    """Return the cosine of the angle between two vectors, a·b / (|a| |b|).

    Parameters
    ----------
    a, b : (..., d); the leading axes broadcast

    Returns
    -------
    (...), from -1 to 1

    Raises
    ------
    ValueError
        The lengths differ, the leading axes do not broadcast, a number is not finite, or a vector
        has length zero, so that it has no direction.
    TypeError
        An argument is not numeric.
    """
    a = array("a", a, "d")
    b = array("b", b, "d")
    same_size("d", "a", a, -1, "b", b, -1)
    common_leading(1, a=a, b=b)
    must_have_directions("a", a)
    must_have_directions("b", b)
    dtype, a, b = at_least_float32(a, b)
    a, _ = _divided_by_largest(a)
    b, _ = _divided_by_largest(b)
    result = np.vecdot(a, b) / np.sqrt(np.vecdot(a, a) * np.vecdot(b, b))
    # Rounding can lead a little beyond 1.
    return np.clip(result, -1.0, 1.0).astype(dtype)


@no_warnings
def score_matrix(queries, keys):
    """Return Q Kᵀ: the dot product of every query with every key.

    Rows ask, columns answer: row i holds the scores of query i. The scores are not scaled; see
    `attention.array.scaled`.

    Parameters
    ----------
    queries : (..., seq_q, d_head)
    keys : (..., seq_k, d_head); the leading axes broadcast

    Returns
    -------
    (..., seq_q, seq_k)

    Raises
    ------
    ValueError
        d_head differs, there are no keys, the leading axes do not broadcast, or a number is not
        finite.
    TypeError
        An argument is not numeric.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.
    """
    queries = array("queries", queries, "seq_q", "d_head")
    keys = array("keys", keys, "seq_k", "d_head")
    same_size("d_head", "queries", queries, -1, "keys", keys, -1)
    common_leading(2, queries=queries, keys=keys)
    dtype, queries, keys = at_least_float32(queries, keys)
    return (queries @ keys.swapaxes(-1, -2)).astype(dtype, copy=False)


def _divided_by_largest(a):
    """Return the vectors with largest component ±1, and what they were divided by, (...).

    The squares of the quotients neither overflow nor all become 0. A zero vector stays zero.
    """
    largest = np.abs(a).max(axis=-1)
    divisor = np.where(largest > 0, largest, 1)
    return a / divisor[..., np.newaxis], largest
