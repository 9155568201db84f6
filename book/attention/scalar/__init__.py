"""Attention in plain Python: floats and lists, one module a chapter.

Generated from the chapters by `make tangle`.
"""

from attention.scalar.mixing import mix, weighted_sum
from attention.scalar.embedding import embed, nearest, shift
from attention.scalar.products import cosine, dot, norm, score_matrix
from attention.scalar.shares import effective_count, entropy, scaled, softmax
from attention.scalar.projections import attention_scores, attention_weights, project
from attention.scalar.values import attend, attention

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
    "score_matrix",
    "shift",
    "softmax",
    "weighted_sum",
]
