"""Self-attention from a single scalar: `attention.scalar` in Python, `attention.array` in NumPy.

This package imports neither of them by itself, so that `attention.scalar` also runs where there is
no NumPy.
"""
