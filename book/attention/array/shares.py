"""From scores to shares: softmax, and how many tokens the shares amount to."""

import math

import numpy as np

from attention._check import positive
from attention.array._arrays import (
    MODERATE,
    NUMBERS_AT_ONCE,
    array,
    at_least_float32,
    axis_of,
    must_be_finite,
    no_warnings,
    real_array,
    shift_before_exp,
)

__all__ = ["softmax", "entropy", "effective_count", "scaled"]


@no_warnings
def softmax(scores, temperature=1.0, *, axis=-1):
    """Return the shares exp(sⱼ/T) / Σ exp(s/T), which are positive and sum to 1 along `axis`.

    Parameters
    ----------
    scores : (..., n, ...), n along `axis`; adding one number to all of them changes nothing
    temperature : T > 0, in the unit of the scores; small sharpens, large evens out. This is not
        the sampling temperature of text generation, although the formula is the same
    axis : the axis along which the shares sum to 1; for scores (seq_q, seq_k) the last one

    Returns
    -------
    the shape and dtype of the scores; integers give float64

    Raises
    ------
    ValueError
        There is nothing to share out along `axis`, a score is not finite (mask with
        `scaled_dot_product_attention`, not with -inf), or the temperature is not above 0.
    TypeError
        An argument is not numeric.

    Source: Bridle 1990, "Probabilistic Interpretation of Feedforward Classification Network
    Outputs"; the subtraction of the maximum is standard practice.
    """
    scores = real_array("scores", scores)
    axis = axis_of("scores", scores, axis)
    temperature = positive("temperature", temperature)
    work = np.promote_types(scores.dtype, np.float32)
    if work.type(temperature) == 0:
        work = np.dtype(np.float64)  # a temperature too small for float32

    in_rows = np.moveaxis(scores, axis, -1)
    n = in_rows.shape[-1]
    rows = in_rows.reshape(-1, n)
    weights = np.empty(rows.shape, scores.dtype)
    rows_at_once = max(1, NUMBERS_AT_ONCE // n)
    scratch = np.empty((min(rows_at_once, len(rows)), n), work)
    for start in range(0, len(rows), rows_at_once):
        block = rows[start : start + rows_at_once].astype(work, copy=False)
        shares = scratch[: len(block)]
        lowest, highest = block.min(), block.max()
        if not (np.isfinite(lowest) and np.isfinite(highest)):
            must_be_finite("scores", scores)  # raises, with the place
        if temperature < 1.0:
            # The subtraction first: a quotient can then only overflow to -inf, and exp(-inf) = 0.
            block = np.subtract(block, block.max(axis=-1, keepdims=True), out=shares)
            block /= temperature
        else:
            # The division first: a difference can then only overflow to -inf.
            if temperature > 1.0:
                block = np.divide(block, temperature, out=shares)
            if lowest < -MODERATE or highest > MODERATE:
                highest_in_row = block.max(axis=-1, keepdims=True)
                block = np.subtract(block, shift_before_exp(highest_in_row), out=shares)
        np.exp(block, out=shares)
        total = shares.sum(axis=-1, keepdims=True)
        np.divide(shares, total, out=weights[start : start + rows_at_once], casting="same_kind")
    return np.moveaxis(weights.reshape(in_rows.shape), -1, axis)


@no_warnings
def entropy(weights, *, axis=-1):
    """Return -Σⱼ wⱼ ln wⱼ along `axis`, in nats; a weight of 0 contributes 0.

    Parameters
    ----------
    weights : (..., n, ...), n along `axis`; shares that sum to 1 along it

    Returns
    -------
    (...), from 0 (everything on one token) to ln n (the same on each). A row of zeros, a query that
    may attend to nothing, gives 0.

    Raises
    ------
    ValueError
        The axis is empty, a weight is negative or not finite.
    TypeError
        The argument is not numeric.

    Source: Shannon 1948, "A Mathematical Theory of Communication".
    """
    weights = array("weights", weights)
    axis = axis_of("weights", weights, axis)
    if weights.size > 0 and weights.min() < 0:
        raise ValueError(
            f"weights must not be negative, got {weights.min()} in shape {weights.shape}"
        )
    dtype, weights = at_least_float32(weights)
    # ln 1 stands in for ln 0, and is multiplied by the 0 all the same.
    logs = np.log(np.where(weights > 0, weights, 1))
    # Subtracted from 0, so that the entropy of a single token is 0 and not -0.
    return (0 - (weights * logs).sum(axis=axis)).astype(dtype)


@no_warnings
def effective_count(weights, *, axis=-1):
    """Return exp(entropy): how many tokens the shares amount to.

    Parameters
    ----------
    weights : (..., n, ...), n along `axis`; shares that sum to 1 along it

    Returns
    -------
    (...), from 1 (everything on one token) to n (the same on each)

    Raises
    ------
    ValueError, TypeError
        As `entropy` does.

    Source: Hill 1973, "Diversity and Evenness", the number of order 1.
    """
    dtype, weights = at_least_float32(array("weights", weights))
    return np.exp(entropy(weights, axis=axis)).astype(dtype)


@no_warnings
def scaled(scores, d):
    """Return scores / √d.

    The dot product of two vectors of d independent components with mean 0 and variance 1 has
    variance d; divided by √d it has variance 1.

    Parameters
    ----------
    scores : (...), any shape
    d : the number of components that were multiplied and added, d_head; above 0

    Returns
    -------
    the shape and dtype of the scores; integers give float64

    Raises
    ------
    ValueError
        `d` is not above 0, or a score is not finite.
    TypeError
        An argument is not numeric.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1, footnote 4.
    """
    dtype, scores = at_least_float32(array("scores", scores))
    return (scores / math.sqrt(positive("d", d))).astype(dtype, copy=False)
