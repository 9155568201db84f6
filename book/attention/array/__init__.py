"""Attention in NumPy: any number of leading axes, checked arguments, masks, and speed.

Each function has a counterpart of the same name in `attention.scalar`, written in plain Python by
the chapter that teaches it; only `scaled_dot_product_attention`, with its masks, stands alone.

Conventions: vectors are rows and are projected as x @ W. Rows ask, columns answer: scores and
weights are (..., seq_q, seq_k). Scores are scaled and come before the softmax, weights after it.
Masks are bool with True = may attend. float16, float32 and float64 come back as they went in,
float16 being computed in float32; integers give float64. Arguments are never changed. A result that
is too large for its dtype is inf, without a warning.
"""

from attention.array.embedding import embed, nearest, shift
from attention.array.mixing import mix, weighted_sum
from attention.array.products import cosine, dot, norm, score_matrix
from attention.array.projections import attention_scores, attention_weights, project
from attention.array.shares import effective_count, entropy, scaled, softmax
from attention.array.values import attend, attention, scaled_dot_product_attention

__all__ = [
    "attend",
    "attention",
    "attention_scores",
    "attention_weights",
    "cosine",
    "dot",
    "effective_count",
    "embed",
    "entropy",
    "mix",
    "nearest",
    "norm",
    "project",
    "scaled",
    "scaled_dot_product_attention",
    "score_matrix",
    "shift",
    "softmax",
    "weighted_sum",
]
