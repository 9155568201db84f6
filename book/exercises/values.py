"""Checks of chapter 6."""

from math import log

from exercises.checking import Check

_KEYS = [[log(1)], [log(2)], [log(3)]]
_TWO = 0.05 * 2**0.5

EXERCISES = [
    (
        "values-carried",
        [
            Check([[0.9, 0.1], [[0], [10]]], [0, 1], "a value of 0 carries nothing"),
            Check([[0.5, 0.5], [[3, 4], [0, 5]]], [0.5, 0.5], "both values have length 5"),
            Check(
                [[0.25, 0.75], [[-3, -4], [5, 0]]],
                [0.25, 0.75],
                "a length is never negative: use norm",
            ),
            Check(
                [[0.85, 0.1, 0.05], [[0, 0, 0, 0], [0, 0, 0, 3], [0, 1, 1, 0]]],
                [0, 0.3 / (0.3 + _TWO), _TWO / (0.3 + _TWO)],
                "the length of (0, 1, 1, 0) is the square root of 2",
            ),
            Check([[1.0], [[7, 1]]], [1], "a single token supplies everything"),
        ],
    ),
    (
        "values-causal",
        [
            Check(
                [[[1], [1], [1]], _KEYS, [[6], [12], [18]]],
                [[6], [10], [14]],
                "token 0 asks itself, token 1 the first two, token 2 all three",
            ),
            Check(
                [[[0, 0], [0, 0]], [[5, 1], [2, 2]], [[1, 2], [3, 6]]],
                [[1, 2], [2, 4]],
                "a query of 0 scores 0 with every key: equal shares of what may be asked",
            ),
            Check([[[9]], [[1]], [[4, 2]]], [[4, 2]], "one token can ask only itself"),
            Check(
                [[[1], [-1], [1]], _KEYS, [[6], [12], [18]]],
                [[6], [8], [14]],
                "each token asks with its own query",
            ),
        ],
    ),
    (
        "values-message",
        [
            Check([[1, 1], [[3, 0], [0, 2]]], [1.5, 1], "the mean, if everybody takes all of it"),
            Check([[1, 0], [[3, 0], [0, 2]]], [3, 0], "who takes nothing does not count"),
            Check([[0.5], [[3, 2]]], [6, 4], "who takes half must be sent double"),
            Check(
                [[1, 2], [[5, 0], [0, 5]]],
                [1, 2],
                "the slope of the sum of (a v - wish)^2 is 0 where v = sum(a wish) / sum(a^2)",
            ),
            Check(
                [[0.5, 0.5, 0], [[4, 1], [4, 1], [9, 9]]], [8, 2], "divide by the sum of squares"
            ),
        ],
    ),
]
