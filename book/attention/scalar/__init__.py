"""Attention in plain Python: floats and lists, one module a chapter.

Generated from the chapters by `make tangle`.
"""

from attention.scalar.mixing import mix, weighted_sum
from attention.scalar.products import cosine, dot, norm, score_matrix
from attention.scalar.shares import effective_count, entropy, scaled, softmax

__all__ = [
    "cosine",
    "dot",
    "effective_count",
    "entropy",
    "mix",
    "norm",
    "scaled",
    "score_matrix",
    "softmax",
    "weighted_sum",
]
