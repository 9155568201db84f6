"""Queries and keys: two views of the same tokens, and the scores where they meet."""

from attention.array._arrays import array, at_least_float32, common_leading, no_warnings, same_size
from attention.array.products import score_matrix
from attention.array.shares import scaled, softmax

__all__ = ["project", "attention_scores", "attention_weights"]


@no_warnings
def project(x, W):
    """Return x @ W: every token's vector seen through one matrix.

    Parameters
    ----------
    x : (..., d_model), a token in each row
    W : (..., d_model, d_head); leading axes, such as n_heads, broadcast against those of x

    Returns
    -------
    (..., d_head)

    Raises
    ------
    ValueError
        d_model differs, the leading axes do not broadcast, or a number is not finite.
    TypeError
        An argument is not numeric.
    """
    x = array("x", x, "d_model")
    W = array("W", W, "d_model", "d_head")
    same_size("d_model", "x", x, -1, "W", W, -2)
    if x.ndim > 1:
        common_leading(2, x=x, W=W)
    dtype, x, W = at_least_float32(x, W)
    return (x @ W).astype(dtype, copy=False)


@no_warnings
def attention_scores(queries, keys):
    """Return Q Kᵀ / √d_head: how much each key has of what each query looks for.

    Rows ask, columns answer.

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

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 1.
    """
    queries = array("queries", queries, "seq_q", "d_head")
    keys = array("keys", keys, "seq_k", "d_head")
    dtype, queries, keys = at_least_float32(queries, keys)
    d_head = queries.shape[-1]
    return scaled(score_matrix(queries, keys), d_head).astype(dtype, copy=False)


@no_warnings
def attention_weights(queries, keys):
    """Return softmax(Q Kᵀ / √d_head): for each query, its shares over the keys.

    Each row sums to 1; the columns need not, and the matrix need not be symmetric where the scores
    are.

    Parameters
    ----------
    queries : (..., seq_q, d_head)
    keys : (..., seq_k, d_head); the leading axes broadcast

    Returns
    -------
    (..., seq_q, seq_k)

    Raises
    ------
    ValueError, TypeError
        As `attention_scores` does.

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 1.
    """
    queries = array("queries", queries, "seq_q", "d_head")
    keys = array("keys", keys, "seq_k", "d_head")
    dtype, queries, keys = at_least_float32(queries, keys)
    return softmax(attention_scores(queries, keys)).astype(dtype, copy=False)
