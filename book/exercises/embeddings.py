"""Checks of chapter 2."""

from math import sqrt

from exercises.checking import Check

_HALF = sqrt(0.5)
# Rows of invented words: man, woman, king, queen, apple.
_FIVE = [[1, 0], [-1, 0], [1, 3], [-1, 3], [0, -2]]

EXERCISES = [
    (
        "embeddings-onehot",
        [
            Check([1, 3], [0, 1, 0], "all of row 1, nothing of the others"),
            Check([0, 3], [1, 0, 0], "ids count from 0"),
            Check([3, 4], [0, 0, 0, 1], "the last of four rows has the id 3"),
            Check([0, 1], [1], "a table of a single row: all of it"),
        ],
    ),
    (
        "embeddings-axis",
        [
            Check([3, 4], [[0.6, -0.8], [0.8, 0.6]], "c = x / r and s = -y / r, with r = 5"),
            Check([2, 0], [[1, 0], [0, 1]], "it lies on the axis already: nothing is turned"),
            Check([0, 2], [[0, -1], [1, 0]], "a quarter turn brings (0, 2) to (2, 0)"),
            Check([-1, 0], [[-1, 0], [0, -1]], "half a turn: the result is r = 1, not -1"),
            Check([1, -1], [[_HALF, _HALF], [-_HALF, _HALF]], "mind the sign of y"),
        ],
    ),
    (
        "embeddings-riddle",
        [
            Check([0, 1, 2, _FIVE], 3, "woman - man + king points straight at queen"),
            Check(
                [1, 0, 3, _FIVE],
                2,
                "row b - row a + row c: the second row is added, the first taken away",
            ),
            Check(
                [0, 0, 2, _FIVE],
                3,
                "row b - row a is 0 and the best row is row c itself: not allowed",
            ),
            Check(
                [0, 1, 2, [[1, 0], [0, 1], [2, 0], [9, 3], [1, 1.1]]],
                4,
                "by cosine, not by dot product: the long row points elsewhere",
            ),
        ],
    ),
]
