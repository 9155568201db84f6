"""Checks of chapter 1."""

from exercises.checking import Check

EXERCISES = [
    (
        "scalars-lerp",
        [
            Check([[4, 1], [1, 3], 0.5], [2.5, 2.0], "start at b and go the fraction w towards a"),
            Check([[4, 1], [1, 3], 1], [4, 1], "w = 1 arrives at a"),
            Check([[4, 1], [1, 3], 0], [1, 3], "w = 0 stays at b"),
            Check([[2, 0, -2], [0, 0, 2], 0.25], [0.5, 0, 1], "any number of components"),
            Check([[4, 1], [1, 3], 1.5], [5.5, 0], "w may lie outside 0 to 1"),
        ],
    ),
    (
        "scalars-weight",
        [
            Check([4, 1, 2.5], 0.5, "solve w a + (1 - w) b = target for w"),
            Check([4, 1, 4], 1, "the target is a, so all of a is taken"),
            Check([4, 1, 1], 0, "the target is b, so none of a is taken"),
            Check([1, 3, 2.5], 0.25, "the formula also holds when a is smaller than b"),
            Check([4, 1, 7], 2, "a target beyond a needs a weight above 1"),
            Check([0, -2, -1.5], 0.25, "mind the signs"),
        ],
    ),
    (
        "scalars-nearest",
        [
            Check([[4, 1], [1, 3], [2.5, 2]], 0.5, "this target lies on the line, halfway"),
            Check([[2, 0], [0, 0], [1, 5]], 0.5, "only the part along a - b can be reached"),
            Check(
                [[4, 1], [1, 3], [4, 3]],
                9 / 13,
                "multiply target - b with a - b, component by component, and add up; "
                "divide by the same sum "
                "for a - b with itself",
            ),
            Check([[1, 0, 0], [0, 1, 0], [0, 0, 1]], 0.5, "three components, same formula"),
            Check([[3, 0], [1, 0], [7, 2]], 3, "the weight may lie outside 0 to 1"),
        ],
    ),
]
