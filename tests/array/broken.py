"""Attention and softmax with one fault each, as real implementations had them.

`plain_attention` and `plain_softmax` are right. Each entry of `BROKEN` and `BROKEN_SOFTMAX` changes
one step of them; its key is the case of `cases.py` that must notice.
"""

from functools import partial

import numpy as np

# --- the steps, as they should be -----------------------------------------------------------------


def plain_softmax(scores, temperature=1.0, *, axis=-1):
    scores = np.asarray(scores) / temperature
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def only_bool(mask):
    mask = np.asarray(mask)
    if mask.dtype != bool:
        raise TypeError("mask must be bool")
    return mask


def from_the_top_left(seq_q, seq_k):
    return np.tri(seq_q, seq_k, dtype=bool)


def over_the_keys(key_mask):
    return key_mask[:, None, None, :]


def fill_with_minus_infinity(scores, allowed):
    return np.where(allowed, scores, -np.inf)


def softmax_or_zeros(scores):
    """Return the softmax over the keys, and zeros for a row of -inf."""
    highest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(np.isinf(highest), 0, highest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)


def unchanged(weights, allowed):
    return weights


def plain_attention(
    query,
    key,
    value,
    *,
    mask=None,
    key_mask=None,
    is_causal=False,
    scale=None,
    read_mask=only_bool,
    causal=from_the_top_left,
    spread=over_the_keys,
    fill=fill_with_minus_infinity,
    softmax=softmax_or_zeros,
    afterwards=unchanged,
    divisor=np.sqrt,
    work=np.float64,
    same_length=True,
):
    """Return (output, weights) of arrays with four axes; the steps after `scale` can be broken."""
    query, key, value = (np.asarray(a) for a in (query, key, value))
    dtype = query.dtype
    if same_length and key.shape[-2] != value.shape[-2]:
        raise ValueError(f"key and value differ in length: {key.shape} and {value.shape}")
    query, key, value = (a.astype(work) for a in (query, key, value))
    scale = work(1 / divisor(query.shape[-1]) if scale is None else scale)
    with np.errstate(all="ignore"):
        scores = query @ key.swapaxes(-1, -2) * scale
        allowed = np.ones(scores.shape, bool)
        if mask is not None:
            allowed = allowed & read_mask(mask)
        if key_mask is not None:
            allowed = allowed & spread(only_bool(key_mask))
        if is_causal:
            allowed = allowed & causal(*scores.shape[-2:])
        weights = afterwards(softmax(fill(scores, allowed)), allowed)
        n = min(key.shape[-2], value.shape[-2])
        output = weights[..., :n] @ value[..., :n, :]
    return output.astype(dtype), weights.astype(dtype)


# --- the faults -----------------------------------------------------------------------------------


def fill_with(number):
    return lambda scores, allowed: np.where(allowed, scores, number)


def add_minus_1e9_where_masked(scores, allowed):
    return scores + (~allowed).astype(scores.dtype) * scores.dtype.type(-1e9)


def no_fill(scores, allowed):
    return scores


def add_a_mask_of_numbers(query, key, value, *, mask=None, **others):
    def fill(scores, allowed):
        return scores + mask

    if np.asarray(mask).dtype.kind in "iuf":
        return plain_attention(query, key, value, fill=fill, **others)
    return plain_attention(query, key, value, mask=mask, **others)


def read_by_inverting_twice(mask):
    """Return the mask; but ~1 is -2 and ~0 is -1, which are both true."""
    return ~(~np.asarray(mask)).astype(bool)


def tile_over_heads_first(query, key, value, *, key_mask=None, mask=None, **others):
    """Repeat the masks as sample 0, 1, 0, 1 where the heads of sample 0 come before sample 1."""
    if key_mask is not None:
        batch, n_heads = query.shape[:2]
        tiled = np.tile(key_mask, (n_heads, 1))
        mask = tiled.reshape(batch, n_heads, 1, key.shape[-2])
    return plain_attention(query, key, value, mask=mask, **others)


def average_the_weights_over_heads(query, key, value, **others):
    output, weights = plain_attention(query, key, value, **others)
    return output, weights.mean(axis=1)


def softmax_over_the_queries(scores):
    return plain_softmax(scores, axis=-2)


def softmax_without_max(scores, temperature=1.0, *, axis=-1):
    with np.errstate(all="ignore"):
        powers = np.exp(np.asarray(scores) / temperature)
        return powers / powers.sum(axis=axis, keepdims=True)


def softmax_over_the_first_axis(scores, temperature=1.0, *, axis=-1):
    return plain_softmax(scores, temperature, axis=0)


BROKEN = {
    "a fully masked row is nan": partial(plain_attention, softmax=plain_softmax),
    "a fully masked row is uniform": partial(
        plain_attention, fill=fill_with(-1e9), softmax=plain_softmax
    ),
    "the fill is larger than the scores": partial(plain_attention, fill=fill_with(-1e5)),
    "the fill is nearly 0": partial(plain_attention, fill=fill_with(-1e-9)),
    "polarity reversed": partial(
        plain_attention, causal=lambda seq_q, seq_k: ~from_the_top_left(seq_q, seq_k)
    ),
    "polarity of a mask reversed": partial(
        plain_attention, read_mask=lambda mask: ~only_bool(mask)
    ),
    "a mask of numbers is added": add_a_mask_of_numbers,
    "~ on an integer mask": partial(plain_attention, read_mask=read_by_inverting_twice),
    "padding mask on the query axis": partial(
        plain_attention, spread=lambda key_mask: key_mask[:, None, :, None]
    ),
    "mask tiled in the wrong order over heads": tile_over_heads_first,
    "causal offset masks the diagonal": partial(
        plain_attention, causal=lambda seq_q, seq_k: np.tri(seq_q, seq_k, -1, dtype=bool)
    ),
    "causal aligned to the lower right": partial(
        plain_attention, causal=lambda seq_q, seq_k: np.tri(seq_q, seq_k, seq_k - seq_q, bool)
    ),
    "masked after the softmax": partial(
        plain_attention, fill=no_fill, afterwards=lambda weights, allowed: weights * allowed
    ),
    "masked copy thrown away": partial(plain_attention, fill=no_fill),
    "every weight is 1": partial(plain_attention, softmax=softmax_over_the_queries),
    "softmax over the queries": partial(plain_attention, softmax=softmax_over_the_queries),
    "no maximum subtracted": partial(plain_attention, softmax=softmax_without_max),
    "-1e9 overflows half precision": partial(
        plain_attention, work=np.float16, fill=add_minus_1e9_where_masked
    ),
    "the product overflows half precision": partial(plain_attention, work=np.float16),
    "divides by the root of d_model": partial(
        plain_attention, divisor=lambda d_head: np.sqrt(4 * d_head)
    ),
    "divides by d to the power -1/2": partial(plain_attention, divisor=lambda d_head: d_head**-0.5),
    "weights averaged over heads": average_the_weights_over_heads,
    "key and value of different length": partial(plain_attention, same_length=False),
}

BROKEN_SOFTMAX = {
    "every weight is 1": softmax_over_the_first_axis,
    "softmax over the queries": softmax_over_the_first_axis,
    "no maximum subtracted": softmax_without_max,
}
