"""Wrong answers to the exercises of chapter 1."""

WRONG = {
    "scalars-lerp": [
        ("a and b the other way", lambda a, b, w: [x + w * (y - x) for x, y in zip(a, b)]),
        ("forgot to start at b", lambda a, b, w: [w * (x - y) for x, y in zip(a, b)]),
        ("clamps w", lambda a, b, w: [y + min(1, w) * (x - y) for x, y in zip(a, b)]),
        ("first component only", lambda a, b, w: [b[0] + w * (a[0] - b[0])]),
        ("adds", lambda a, b, w: [x + w * y for x, y in zip(a, b)]),
    ],
    "scalars-weight": [
        ("weight of b", lambda a, b, t: (t - a) / (b - a)),
        ("absolute values", lambda a, b, t: abs(t - b) / abs(a + b)),
        ("forgot to divide", lambda a, b, t: t - b),
        ("ratio", lambda a, b, t: t / a),
    ],
    "scalars-nearest": [
        ("first component", lambda a, b, t: (t[0] - b[0]) / ((a[0] - b[0]) or 1)),
        ("halfway", lambda a, b, t: 0.5),
        ("the weight of b", lambda a, b, t: 1 - _nearest(a, b, t) + 0.01),
        ("not divided", lambda a, b, t: _nearest(a, b, t) * 7),
    ],
}


def _nearest(a, b, target):
    way = [x - y for x, y in zip(a, b)]
    wish = [t - y for t, y in zip(target, b)]
    return sum([g * h for g, h in zip(wish, way)]) / sum([g * g for g in way])
