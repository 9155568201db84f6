"""What the tests of scalar and array functions share."""

import numpy as np
import torch
from hypothesis import settings
from hypothesis import strategies as st

# A thousand cases, the same ones on every machine.
many = settings(max_examples=1000, deadline=None, derandomize=True, database=None)
# Products of ordinary numbers stay far from overflow; extremes have tests of their own.
ordinary = st.floats(-1e6, 1e6, allow_subnormal=False)

# What is no vector, with the error that every function must raise; the message names the argument.
NOT_A_VECTOR = [
    ([], ValueError, r"must not be empty.*\(0,\)"),
    ([[1, 2], [3, 4]], ValueError, r"shape \(2, 2\)"),
    ([1, float("nan")], ValueError, "must be finite, got nan"),
    ([1, float("inf")], ValueError, "must be finite, got inf"),
    ([1, 10**400], ValueError, "too large for a float"),
    ([1, "2"], TypeError, "must be a number, got str"),
    ([1, None], TypeError, "must be a number, got NoneType"),
    ([1, True], TypeError, "must be a number, got bool"),
    ("123", TypeError, "got str"),
    (None, TypeError, "got NoneType"),
    (3, ValueError, r"got one number, shape \(\)"),
]


def lists(n, elements=ordinary):
    """Return a strategy for lists of n numbers."""
    return st.lists(elements, min_size=n, max_size=n)


def close(a, b, rtol=1e-9, atol=1e-9):
    """Assert that a and b are equal to rounding, and of one shape."""
    a, b = np.asarray(a), np.asarray(b)
    assert a.shape == b.shape, f"{a.shape} is not {b.shape}"
    np.testing.assert_allclose(a, b, rtol=rtol, atol=atol)


def tensor(x):
    """Return nested lists as a tensor in double precision."""
    return torch.tensor(x, dtype=torch.float64)
