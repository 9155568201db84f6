"""Checks of chapter 3."""

from exercises.checking import Check

EXERCISES = [
    (
        "dot-shadow",
        [
            Check([[3, 4], [5, 10]], 11, "the score is 55; divide it by the length of q, 5"),
            Check([[6, 8], [5, 10]], 11, "a longer q casts no longer shadow: divide by its length"),
            Check(
                [[1, 0], [3, 4]], 3, "q lies on the first axis: the shadow is k's first component"
            ),
            Check([[3, 4], [-4, 3]], 0, "at a right angle there is no shadow"),
            Check([[0, 2], [5, -3]], -3, "the shadow has a sign: this one points backwards"),
            Check([[1, 2, 2], [3, 0, 3]], 3, "any number of components: 9 divided by 3"),
        ],
    ),
    (
        "dot-match",
        [
            Check([[1, 0], [3, 4], [1, 0.1]], 3, "the scores are 3 and 1"),
            Check([[1, 0], [1, 0.1], [3, 4]], 1 / 3, "the longer key must become shorter"),
            Check([[2, 1], [4, 4], [1, 1]], 4, "compare scores, not lengths or angles"),
            Check([[10, 0], [2, 0], [1, 7]], 2, "the length of q cancels"),
            Check([[1, 1, 1], [1, 2, 3], [4, -1, 1]], 1.5, "any number of components: 6 and 4"),
        ],
    ),
    (
        "dot-cosines",
        [
            Check(
                [[[1, 3], [3, 9]]], [[1, 1], [1, 1]], "two tokens on one line: every cosine is 1"
            ),
            Check(
                [[[25, 24], [24, 25]]],
                [[1, 0.96], [0.96, 1]],
                "the diagonal holds the squared lengths: both are 5",
            ),
            Check(
                [[[4, 0], [0, 9]]], [[1, 0], [0, 1]], "a token is at angle 0 to itself: cosine 1"
            ),
            Check(
                [[[4, -2, 0], [-2, 4, 3], [0, 3, 9]]],
                [[1, -0.5, 0], [-0.5, 1, 0.5], [0, 0.5, 1]],
                "divide the score in row i, column j by the lengths of tokens i and j",
            ),
            Check([[[16]]], [[1]], "one token: its cosine with itself is 1"),
        ],
    ),
]
