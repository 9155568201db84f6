"""Checks of chapter 5."""

from exercises.checking import Check

EXERCISES = [
    (
        "queries-matrix",
        [
            Check(
                [[[1.5], [0]], [[0], [1]]],
                [[0, 1.5], [0, 0]],
                "row 0, column 1: the asker's component 0 meets the answerer's component 1",
            ),
            Check(
                [[[1, 2], [3, 4]], [[1, 0], [0, 1]]],
                [[1, 2], [3, 4]],
                "with the identity for W_K, M is W_Q itself",
            ),
            Check(
                [[[1, 0], [0, 1]], [[1, 2], [3, 4]]],
                [[1, 3], [2, 4]],
                "with the identity for W_Q, M is W_K transposed",
            ),
            Check(
                [[[1, 2], [0, 1], [3, 0]], [[1, 1], [2, 0], [0, -1]]],
                [[3, 2, -2], [1, 0, -1], [3, 6, 0]],
                "entry (a, b) is row a of W_Q times row b of W_K, summed over d_head",
            ),
        ],
    ),
    (
        "queries-seek",
        [
            Check([[[0, 1]], 2], [[0, 1], [0, 0]], "the asker chooses the row of W_Q"),
            Check(
                [[[0, 2], [1, 0]], 3],
                [[0, 0, 1], [1, 0, 0], [0, 0, 0]],
                "the answerer chooses the column, and nothing is sought back",
            ),
            Check(
                [[[0, 1], [1, 0], [2, 2]], 3],
                [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
                "a kind may be sought back, or seek its own kind",
            ),
            Check(
                [[[1, 0], [1, 2]], 3],
                [[0, 0, 0], [1, 0, 1], [0, 0, 0]],
                "one kind may seek two: its row holds two ones",
            ),
        ],
    ),
    (
        "queries-undo",
        [
            Check(
                [[[1, 0], [0, 1]], [[2, 0], [0, 4]]],
                [[0.5, 0], [0, 0.25]],
                "what makes a query longer must make the key shorter",
            ),
            Check(
                [[[3, 1], [0, 2]], [[0, 1], [-1, 0]]],
                [[-1, 3], [-2, 0]],
                "A is a quarter turn: turn the keys the same way",
            ),
            Check(
                [[[1, 2], [3, 4], [5, 6]], [[1, 1], [0, 1]]],
                [[-1, 2], [-1, 4], [-1, 6]],
                "A times the transpose of what you put behind W_K must be the identity",
            ),
            Check(
                [[[2, -1]], [[1, 2], [3, 4]]],
                [[-5, 3.5]],
                "W_K times the inverse of A, transposed",
            ),
        ],
    ),
]
