"""Tokens as vectors: look one up, find its neighbours, move the whole space."""

import numpy as np

from attention._check import positive_integer
from attention.array._arrays import (
    array_of_rank,
    at_least_float32,
    must_have_directions,
    no_warnings,
    same_size,
)
from attention.array.products import cosine, dot

__all__ = ["embed", "nearest", "shift"]


def embed(token, table):
    """Return the row of `table` that belongs to `token`.

    Parameters
    ----------
    token : an integer from 0 to n - 1, or an integer array (...) of them
    table : (n, d), one vector for each token

    Returns
    -------
    (..., d), a new array

    Raises
    ------
    ValueError
        A token is outside 0 … n - 1, or the table is not (n, d) or not finite.
    TypeError
        A token is not an integer, or the table is not numeric.
    """
    table = array_of_rank("table", table, "n", "d")
    token = np.asarray(token)
    if token.dtype.kind not in "iu":
        raise TypeError(f"token must be an integer, got dtype {token.dtype}")
    outside = token[(token < 0) | (token >= len(table))]
    if outside.size > 0:
        raise ValueError(
            f"token must be from 0 to {len(table) - 1}, got {outside[0]} "
            f"for a table of shape {table.shape}"
        )
    return np.take(table, token, axis=0)


def nearest(vector, table, k, *, by="dot"):
    """Return the `k` rows of `table` that score highest against `vector`, best first.

    Parameters
    ----------
    vector : (d,)
    table : (n, d)
    k : how many, 1 … n
    by : "dot" ranks by the dot product, "cosine" by the cosine

    Returns
    -------
    (indices, scores)
        (k,) integers and (k,); of equal scores the lower index comes first.

    Raises
    ------
    ValueError
        The shapes do not fit, `k` is not in 1 … n, `by` is neither name, or `by="cosine"` meets a
        vector of length zero.
    TypeError
        `k` is not an integer, or an argument is not numeric.
    """
    vector = array_of_rank("vector", vector, "d")
    table = array_of_rank("table", table, "n", "d")
    same_size("d", "vector", vector, -1, "table", table, -1)
    k = positive_integer("k", k)
    if k > len(table):
        raise ValueError(
            f"k must be at most the number of rows, got {k} for a table of shape {table.shape}"
        )
    if by not in ("dot", "cosine"):
        raise ValueError(f"by must be 'dot' or 'cosine', got {by!r}")
    if by == "cosine":
        must_have_directions("vector", vector)
        must_have_directions("table", table)
    scores = dot(table, vector) if by == "dot" else cosine(table, vector)
    order = np.argsort(-scores, stable=True)[:k]
    return order, scores[order]


@no_warnings
def shift(table, matrix):
    """Return the table with every vector multiplied by one matrix, table @ matrix.

    Parameters
    ----------
    table : (n, d)
    matrix : (d, m)

    Returns
    -------
    (n, m)

    Raises
    ------
    ValueError
        The shapes do not fit, or a number is not finite.
    TypeError
        An argument is not numeric.
    """
    table = array_of_rank("table", table, "n", "d")
    matrix = array_of_rank("matrix", matrix, "d", "m")
    same_size("d", "table", table, -1, "matrix", matrix, -2)
    dtype, table, matrix = at_least_float32(table, matrix)
    return (table @ matrix).astype(dtype, copy=False)
