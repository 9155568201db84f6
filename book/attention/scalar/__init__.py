"""Attention in plain Python: floats and lists, one module a chapter.

Generated from the chapters by `make tangle`.
"""

from attention.scalar.mixing import mix, weighted_sum
from attention.scalar.shares import effective_count, entropy, scaled, softmax

__all__ = [
    "effective_count",
    "entropy",
    "mix",
    "scaled",
    "softmax",
    "weighted_sum",
]
