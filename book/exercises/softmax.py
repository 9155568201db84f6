"""Checks of chapter 4."""

from math import log

from exercises.checking import Check

EXERCISES = [
    (
        "softmax-two",
        [
            Check([0, 0], 0.5, "equal scores share equally"),
            Check([log(3), 0], 0.75, "exp(log 3) = 3 against exp(0) = 1: three quarters"),
            Check([0, log(3)], 0.25, "the share of the first score is asked for"),
            Check([7 + log(3), 7], 0.75, "only the difference of the two scores counts"),
            Check([1000, 1000], 0.5, "use the difference, so that exp stays small"),
            Check([-1000, 1000], 0, "exp(2000) overflows: with the smaller exponent it does not"),
            Check([1000, -1000], 1, "exp(2000) overflows: with the smaller exponent it does not"),
        ],
    ),
    (
        "softmax-shift",
        [
            Check([[0.5, 0.25, 0.25]], [log(2), 0, 0], "log of each share, minus the smallest log"),
            Check([[0.5, 0.5]], [0, 0], "equal shares come from equal scores"),
            Check([[1.0]], [0], "one token: its score is the smallest, so it is 0"),
            Check(
                [[1 / 6, 1 / 3, 1 / 2]],
                [0, log(2), log(3)],
                "softmax undoes a log, up to a shift; choose the shift that makes the smallest 0",
            ),
            Check(
                [[0.25, 0.25, 0.5]], [0, 0, log(2)], "the smallest score is 0, wherever it stands"
            ),
        ],
    ),
    (
        "softmax-temperature",
        [
            Check(
                [[2, 1], 0.75], 1 / log(3), "two scores: exp(difference / T) = share / rest", 1e-6
            ),
            Check([[1, 0, 0], 0.5], 1 / log(2), "the top share falls when T rises: bisect", 1e-6),
            Check(
                [[5, 1, 0], 0.9], 1.5291005807, "narrow an interval in which the share passes", 1e-6
            ),
            Check([[0, 2], 0.75], 2 / log(3), "the top score may stand anywhere", 1e-6),
        ],
    ),
]
