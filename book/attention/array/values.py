"""What is carried: the weights take from the values, and attention as a whole."""

import math

import numpy as np

from attention._check import number
from attention.array._arrays import (
    MODERATE,
    NUMBERS_AT_ONCE,
    array,
    at_least_float32,
    common_leading,
    no_warnings,
    same_size,
    shift_before_exp,
)
from attention.array.projections import attention_weights

__all__ = ["attend", "attention", "scaled_dot_product_attention"]


@no_warnings
def attend(weights, values):
    """Return weights @ values: for each query, of every value as much as its weight says.

    Parameters
    ----------
    weights : (..., seq_q, seq_k)
    values : (..., seq_k, d_head); the leading axes broadcast

    Returns
    -------
    (..., seq_q, d_head)

    Raises
    ------
    ValueError
        seq_k differs, there are no keys, the leading axes do not broadcast, or a number is not
        finite.
    TypeError
        An argument is not numeric.

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 1.
    """
    weights = array("weights", weights, "seq_q", "seq_k")
    values = array("values", values, "seq_k", "d_head")
    same_size("seq_k", "weights", weights, -1, "values", values, -2)
    common_leading(2, weights=weights, values=values)
    dtype, weights, values = at_least_float32(weights, values)
    return (weights @ values).astype(dtype, copy=False)


def attention(queries, keys, values):
    """Return softmax(Q Kᵀ / √d_head) V, and the weights.

    Parameters
    ----------
    queries : (..., seq_q, d_head)
    keys : (..., seq_k, d_head)
    values : (..., seq_k, d_value); all leading axes broadcast

    Returns
    -------
    (output, weights)
        (..., seq_q, d_value) and (..., seq_q, seq_k)

    Raises
    ------
    ValueError
        d_head of queries and keys or the number of keys and values differs, there are no keys, the
        leading axes do not broadcast, or a number is not finite.
    TypeError
        An argument is not numeric.

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 1.
    """
    queries = array("queries", queries, "seq_q", "d_head")
    keys = array("keys", keys, "seq_k", "d_head")
    values = array("values", values, "seq_k", "d_value")
    same_size("seq_k", "keys", keys, -2, "values", values, -2)
    dtype, queries, keys, values = at_least_float32(queries, keys, values)
    weights = attention_weights(queries, keys)
    output = attend(weights, values)
    return output.astype(dtype, copy=False), weights.astype(dtype, copy=False)


@no_warnings
def scaled_dot_product_attention(
    query, key, value, *, mask=None, key_mask=None, is_causal=False, scale=None
):
    """Return softmax(scale · Q Kᵀ) V where the masks allow it, and the weights.

    Parameters
    ----------
    query : (..., seq_q, d_head); usually (batch, n_heads, seq_q, d_head)
    key : (..., seq_k, d_head)
    value : (..., seq_k, d_value); the leading axes of all three broadcast
    mask : bool, True = may attend. (seq_q, seq_k), or one axis for each axis of the weights,
        (batch, n_heads, seq_q, seq_k), where every axis but the last may be 1
    key_mask : bool (batch, seq_k), True = may be attended to; marks the padding of each sample.
        `batch` is the first leading axis; without leading axes the shape is (seq_k,)
    is_causal : True lets query i attend to keys 0 … i, counted from the top left, also where
        seq_q ≠ seq_k. torch's `is_causal` does the same. For queries that are the *last* of the
        sequence, pass `mask=np.tri(seq_q, seq_k, seq_k - seq_q, dtype=bool)` instead
    scale : what the dot products are multiplied by; 1/√d_head unless given

    All masks given apply together. Numbers to be added to the scores are not accepted as a mask.

    Returns
    -------
    (output, weights)
        (..., seq_q, d_value) and (..., seq_q, seq_k). A masked weight is exactly 0. A query that
        may attend to no key has weights 0 and output 0. float16 and float32 come back as they
        went in; integers give float64. The arguments are never changed.

    Raises
    ------
    ValueError
        d_head of query and key or the number of keys and values differs, there are no keys, the
        leading axes do not broadcast, a mask has the wrong shape, a number is not finite, or the
        scores are too large for float64.
    TypeError
        A mask is not bool, or an argument is not numeric.

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 1; the interface follows
    `torch.nn.functional.scaled_dot_product_attention`.
    """
    query = array("query", query, "seq_q", "d_head")
    key = array("key", key, "seq_k", "d_head")
    value = array("value", value, "seq_k", "d_value")
    same_size("d_head", "query", query, -1, "key", key, -1)
    same_size("seq_k", "key", key, -2, "value", value, -2)
    leading = common_leading(2, query=query, key=key, value=value)
    seq_q, d_head = query.shape[-2:]
    seq_k = key.shape[-2]
    allowed = _allowed(mask, key_mask, is_causal, leading, seq_q, seq_k)
    scale = 1.0 / math.sqrt(d_head) if scale is None else number("scale", scale)

    dtype, query, key, value = at_least_float32(query, key, value)
    result = _sample_by_sample(query, key, value, leading, allowed, scale)
    if result is None:  # a score is too large for float32
        query, key, value = (a.astype(np.float64) for a in (query, key, value))
        result = _sample_by_sample(query, key, value, leading, allowed, scale)
    if result is None:
        raise ValueError(
            f"query and key must give scores that float64 can hold, got larger ones from shapes "
            f"{query.shape} and {key.shape} with scale {scale}"
        )
    output, weights = result
    return output.astype(dtype, copy=False), weights.astype(dtype, copy=False)


def _sample_by_sample(query, key, value, leading, allowed, scale):
    """Return (output, weights) in the dtype of the arguments, or None where a score overflows.

    Every step happens in place: no second array of the size of the weights is made, and the scores
    stay in the processor's cache until they are weights.
    """
    bias = None
    if allowed is not None:
        # What to add to the scores: ln 1 = 0 and ln 0 = -inf, which exp turns into exactly 0.
        with np.errstate(divide="ignore"):
            bias = np.log(allowed, dtype=query.dtype)
    seq_q, seq_k, d_value = query.shape[-2], key.shape[-2], value.shape[-1]
    axes = leading or (1,)  # at least one, to take heads from
    weights = np.empty(axes + (seq_q, seq_k), query.dtype)
    output = np.empty(axes + (seq_q, d_value), query.dtype)
    if output.size > 0:
        query = np.broadcast_to(query * scale, axes + query.shape[-2:])
        key = np.broadcast_to(key, axes + key.shape[-2:])
        value = np.broadcast_to(value, axes + value.shape[-2:])
        if bias is not None:
            bias = np.broadcast_to(bias, weights.shape)
        # No score is beyond the longest query times the longest key (Cauchy-Schwarz); 0.9 leaves
        # room for rounding.
        moderate = _longest(query) * _longest(key) <= 0.9 * MODERATE
        heads_at_once = max(1, NUMBERS_AT_ONCE // (seq_q * seq_k))
        for sample in np.ndindex(axes[:-1]):
            np.matmul(query[sample], key[sample].swapaxes(-1, -2), out=weights[sample])
            for head in range(0, axes[-1], heads_at_once):
                some = sample + (slice(head, head + heads_at_once),)
                scores = weights[some]  # a view, (heads_at_once, seq_q, seq_k)
                if not _softmax_in_place(scores, None if bias is None else bias[some], moderate):
                    return None
            np.matmul(weights[sample], value[sample], out=output[sample])
    return output.reshape(leading + output.shape[-2:]), weights.reshape(leading + (seq_q, seq_k))


def _longest(vectors):
    """Return the length of the longest vector, inf where its square overflows."""
    return np.sqrt(np.vecdot(vectors, vectors).max())


def _softmax_in_place(scores, bias, moderate):
    """Turn scores + bias into weights over the last axis; return False where a score overflowed.

    What happens to a row depends on that row alone, to the last bit: nothing of a masked token
    shows anywhere. `moderate` says that no score is beyond ±MODERATE.
    """
    if moderate:
        if bias is not None:
            scores += bias
        np.exp(scores, out=scores)
    elif not _exp_in_place(scores, bias):
        return False
    total = scores.sum(axis=-1, keepdims=True)
    total[total == 0] = 1  # a row that is masked throughout: its weights are 0 / 1
    scores /= total
    return True


def _exp_in_place(scores, bias):
    """Turn scores + bias into what is proportional to the weights in each row, for any scores.

    Returns False where a score overflowed. Moderate scores come out as exp gives them.
    """
    lowest = scores.min()
    if bias is not None:
        scores += bias
    highest = scores.max(axis=-1, keepdims=True)  # -inf where a row is masked throughout
    if not (np.isfinite(lowest) and (highest < np.inf).all()):
        return False
    shift = shift_before_exp(highest)
    if shift.any():
        scores -= shift
    # Weights that are too small for the full precision of the dtype count as 0: they add nothing to
    # a sum, and processors take a hundred times as long over them.
    furthest = -0.7 * np.log(np.finfo(scores.dtype).tiny)  # 61 in float32, 496 in float64
    if highest.max() - lowest > furthest:
        smallest = highest - shift - furthest
        large_enough = scores > smallest
        np.maximum(scores, smallest, out=scores)
        np.exp(scores, out=scores)
        scores *= large_enough
    else:
        np.exp(scores, out=scores)
    return True


def _allowed(mask, key_mask, is_causal, leading, seq_q, seq_k):
    """Return which query may attend to which key, bool, or None where no mask was given.

    The shape broadcasts to leading + (seq_q, seq_k).
    """
    if not isinstance(is_causal, (bool, np.bool_)):
        raise TypeError(f"is_causal must be True or False, got {type(is_causal).__name__}")
    masks = []
    if mask is not None:
        mask = _bool("mask", mask)
        full = leading + (seq_q, seq_k)
        # The last axis must be there in full, so that a mask over the queries cannot be taken for
        # one over the keys; and a mask of a rank in between could mean a batch or a head.
        fits = all(m in (1, f) for m, f in zip(mask.shape[::-1], full[::-1], strict=False))
        if not fits or mask.ndim not in (2, len(full)) or mask.shape[-1] != seq_k:
            shapes = f"({seq_q}, {seq_k})" + (f" or {full}" if leading else "")
            raise ValueError(
                f"mask must have shape {shapes}, where every axis but the last may be 1, "
                f"got shape {mask.shape}"
            )
        masks.append(mask)
    if key_mask is not None:
        key_mask = _bool("key_mask", key_mask)
        wanted = leading[:1] + (seq_k,)
        if key_mask.shape != wanted:
            raise ValueError(f"key_mask must have shape {wanted}, got shape {key_mask.shape}")
        # (batch, seq_k) to (batch, 1, …, 1, seq_k): the same keys for every head and query.
        masks.append(key_mask.reshape(leading[:1] + (1,) * len(leading) + (seq_k,)))
    if is_causal:
        masks.append(np.tri(seq_q, seq_k, dtype=bool))  # True at key j <= query i
    allowed = None
    for each in masks:
        allowed = each if allowed is None else allowed & each
    return allowed


def _bool(name, mask):
    """Return a mask as an array, or raise TypeError unless it is bool."""
    mask = np.asarray(mask)
    if mask.dtype != np.bool_:
        raise TypeError(
            f"{name} must be bool, with True where attention is allowed, got dtype {mask.dtype} "
            f"of shape {mask.shape}"
        )
    return mask
