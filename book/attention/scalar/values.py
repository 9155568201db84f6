"""Values: the message, already filtered: the scalar implementation.

Generated from book/06-values.ipynb by `make tangle`: edit the cells tagged `scalar` there.
"""

from attention import _check
from attention.scalar.mixing import weighted_sum
from attention.scalar.projections import attention_weights


def attend(weights: list, values: list) -> list:
    """Return weights @ values: each row's weighted sum of the values.

    Shapes: weights (seq_q, seq_k), values (seq_k, d_head);
    returns (seq_q, d_head).
    Raises ValueError when seq_k differs or a number is not finite,
    TypeError for what is not a number.
    Source: Vaswani et al. (2017), equation 1.
    """
    weights = _check.vectors("weights", weights)
    values = _check.vectors("values", values)
    _check.same_length("weights[0]", weights[0], "values", values)
    return [weighted_sum(row, values) for row in weights]


def attention(queries: list, keys: list, values: list) -> tuple:
    """Return softmax(Q K^T / sqrt(d_head)) V, and the weights.

    Shapes: queries (seq_q, d_head), keys (seq_k, d_head),
    values (seq_k, d_value); returns output (seq_q, d_value)
    and weights (seq_q, seq_k).
    Raises ValueError when seq_k or d_head differs or a number is
    not finite, TypeError for what is not a number.
    Source: Vaswani et al. (2017), equation 1.
    """
    keys = _check.vectors("keys", keys)
    values = _check.vectors("values", values)
    _check.same_length("keys", keys, "values", values)
    weights = attention_weights(queries, keys)
    return attend(weights, values), weights
