"""Queries and keys: who is useful to whom: the scalar implementation.

Generated from book/05-queries-and-keys.ipynb by `make tangle`: edit the cells tagged `scalar` there.
"""

from attention import _check
from attention.scalar.products import dot, score_matrix
from attention.scalar.shares import scaled, softmax


def project(x: list, W: list[list[float]]) -> list:
    """Return x @ W: every component is the dot product with a column of W.

    Shapes: x (d_model,) for one token or (seq, d_model) for several,
    W (d_model, d_head); returns (d_head,) or (seq, d_head).
    Raises ValueError when x and W differ in d_model or a number is not
    finite, TypeError for what is not a number.
    Source: Vaswani et al. (2017), section 3.2.2.
    """
    several = len(_check.shape(x)) > 1
    rows = _check.vectors("x", x) if several else [_check.vector("x", x)]
    W = _check.vectors("W", W)
    _check.same_length("x", rows[0], "W", W)
    columns = list(zip(*W))
    results = [[dot(row, column) for column in columns] for row in rows]
    return results if several else results[0]


def attention_scores(
    queries: list[list[float]], keys: list[list[float]]
) -> list[list[float]]:
    """Return Q K^T / sqrt(d_head): what every query scores with every key.

    Shapes: queries (seq_q, d_head), keys (seq_k, d_head); returns
    (seq_q, seq_k): rows ask, columns answer.
    Raises ValueError when d_head differs or a number is not finite,
    TypeError for what is not a number.
    Source: Vaswani et al. (2017), equation 1.
    """
    queries = _check.vectors("queries", queries)
    d_head = len(queries[0])
    return [scaled(row, d_head) for row in score_matrix(queries, keys)]


def attention_weights(
    queries: list[list[float]], keys: list[list[float]]
) -> list[list[float]]:
    """Return each query's shares over the keys: softmax, row by row.

    Shapes: queries (seq_q, d_head), keys (seq_k, d_head); returns
    (seq_q, seq_k), every row sums to 1. Errors as in `attention_scores`.
    Source: Vaswani et al. (2017), equation 1.
    """
    return [softmax(row) for row in attention_scores(queries, keys)]
