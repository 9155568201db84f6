"""The checks that the scalar functions use: what they return, and what their errors say."""

from fractions import Fraction

import numpy as np
import pytest

from attention import _check

NAN, INF = float("nan"), float("inf")


def test_number_returns_a_float():
    for value in (2, 2.0, np.float32(2), np.int64(2), np.array(2.0), Fraction(2)):
        result = _check.number("w", value)
        assert type(result) is float and result == 2.0


def test_vector_returns_a_new_list_of_floats():
    for values in ([1, 2], (1, 2), range(1, 3), np.array([1, 2]), (i for i in (1, 2))):
        result = _check.vector("v", values)
        assert result == [1.0, 2.0] and all(type(x) is float for x in result)
    values = [1.0, 2.0]
    assert _check.vector("v", values) is not values


def test_vectors_returns_new_lists():
    rows = [[1.0, 2.0], [3.0, 4.0]]
    for given in (rows, np.array(rows), [(1, 2), range(3, 5)]):
        result = _check.vectors("m", given)
        assert result == rows and all(type(x) is float for row in result for x in row)
    assert _check.vectors("m", rows)[0] is not rows[0]


WRONG = [
    (_check.number, True, TypeError, "x must be a number, got bool"),
    (_check.number, np.bool_(True), TypeError, "x must be a number, got bool"),
    (_check.number, "1", TypeError, "x must be a number, got str"),
    (_check.number, np.str_("1"), TypeError, "x must be a number, got str_"),
    (_check.number, None, TypeError, "x must be a number, got NoneType"),
    (_check.number, 1j, TypeError, "x must be a number, got complex"),
    (_check.number, np.complex64(1), TypeError, "x must be a number, got complex64"),
    (_check.number, float, TypeError, "x must be a number, got type"),
    (_check.number, len, TypeError, "x must be a number, got function"),
    (_check.number, {1: 2}, TypeError, "x must be a number, got dict"),
    (_check.number, NAN, ValueError, "x must be finite, got nan"),
    (_check.number, -INF, ValueError, "x must be finite, got -inf"),
    (_check.number, 10**400, ValueError, "x must be finite, got an integer too large for a float"),
    (_check.number, [1.0], ValueError, "x must be one number, got shape (1,)"),
    (_check.number, np.ones((2, 3)), ValueError, "x must be one number, got shape (2, 3)"),
    (_check.positive, 0, ValueError, "x must be greater than 0, got 0"),
    (_check.positive, -0.0, ValueError, "x must be greater than 0, got 0"),
    (_check.positive, -0.5, ValueError, "x must be greater than 0, got -0.5"),
    (_check.positive, -20, ValueError, "x must be greater than 0, got -20"),
    (_check.positive, -2 / 3, ValueError, "x must be greater than 0, got -0.667"),
    (_check.positive, -1e-9, ValueError, "x must be greater than 0, got a negative number"),
    (_check.positive, -1e9, ValueError, "x must be greater than 0, got a negative number"),
    (_check.positive, INF, ValueError, "x must be finite, got inf"),
    (_check.positive, None, TypeError, "x must be a number, got NoneType"),
    (_check.positive_integer, 0, ValueError, "x must be greater than 0, got 0"),
    (_check.positive_integer, 2.0, TypeError, "x must be an integer, got float"),
    (_check.positive_integer, True, TypeError, "x must be a number, got bool"),
    (_check.vector, 3.0, ValueError, "x must be a vector, got one number, shape ()"),
    (_check.vector, None, TypeError, "x must be a number, got NoneType"),
    (_check.vector, "12", TypeError, "x must be a vector, got str"),
    (_check.vector, {1: 2}, TypeError, "x must be a vector, got dict"),
    (_check.vector, {1, 2}, TypeError, "x must be a vector, got set"),
    (_check.vector, [], ValueError, "x must not be empty, got shape (0,)"),
    (_check.vector, [[1, 2]], ValueError, "x must be a flat list of numbers, got shape (1, 2)"),
    (_check.vector, [1, [2]], ValueError, "x must be a flat list of numbers, got shape (2, None)"),
    (_check.vector, [1, True], TypeError, "x[1] must be a number, got bool"),
    (_check.vector, [1, "2"], TypeError, "x[1] must be a number, got str"),
    (_check.vector, [1, NAN], ValueError, "x[1] must be finite, got nan"),
    (_check.vectors, [], ValueError, "x must not be empty, got shape (0,)"),
    (_check.vectors, [[], []], ValueError, "x must not have empty rows, got shape (2, 0)"),
    (_check.vectors, [1, 2], ValueError, "x must be a list of vectors, got shape (2,)"),
    (_check.vectors, [[[1]]], ValueError, "x must be a list of vectors, got shape (1, 1, 1)"),
    (
        _check.vectors,
        [[1, 2], [3]],
        ValueError,
        "x must have rows of equal length, got lengths [2, 1]",
    ),
    (_check.vectors, [[1, 2], [3, INF]], ValueError, "x[1][1] must be finite, got inf"),
    (_check.vectors, [[1], ["2"]], TypeError, "x[1][0] must be a number, got str"),
    (_check.vectors, ["ab"], TypeError, "x[0] must be a number, got str"),
]


@pytest.mark.parametrize(
    "check, value, error, message", WRONG, ids=[f"{w[0].__name__}-{i}" for i, w in enumerate(WRONG)]
)
def test_what_is_refused_and_what_is_said(check, value, error, message):
    with pytest.raises(error) as caught:
        check("x", value)
    assert type(caught.value) is error and str(caught.value) == message


def test_same_length_prints_both_lengths():
    _check.same_length("a", [1, 2], "b", (3, 4))
    with pytest.raises(ValueError, match="a and b must have the same length, got 2 and 1"):
        _check.same_length("a", [1, 2], "b", [3])


@pytest.mark.parametrize(
    "values, wanted",
    [
        (1.0, ()),
        ([], (0,)),
        ([1, 2, 3], (3,)),
        ([[1, 2, 3], [4, 5, 6]], (2, 3)),
        ([[1, 2], [3]], (2, None)),
        ([[[1], [2]], [[3], [4, 5]]], (2, 2, None)),
        (np.ones((2, 3)), (2, 3)),
    ],
)
def test_shape(values, wanted):
    assert _check.shape(values) == wanted
