"""Answers that are wrong in ways that learners are, by exercise."""

from math import exp, log

from attention.scalar import softmax

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
    "softmax-two": [
        ("plain exponentials", lambda s, t: exp(s) / (exp(s) + exp(t))),
        ("the other share", lambda s, t: 1 - softmax([s, t])[0]),
        ("ratio of scores", lambda s, t: s / (s + t)),
        ("overflows on one side", lambda s, t: 1 / (1 + exp(t - s))),
        ("always half", lambda s, t: 0.5),
        ("step", lambda s, t: float(s > t)),
    ],
    "softmax-shift": [
        ("logs as they are", lambda w: [log(x) for x in w]),
        ("largest is 0", lambda w: [log(x) - log(max(w)) for x in w]),
        ("differences of shares", lambda w: [x - min(w) for x in w]),
        ("base 2", lambda w: [log(x / min(w)) / log(2) for x in w]),
        ("sorted", lambda w: sorted([log(x / min(w)) for x in w])),
        ("scores plus one", lambda w: [log(x / min(w)) + 1 for x in w]),
    ],
    "softmax-temperature": [
        ("never searches", lambda s, p: 1.0),
        ("two-token formula for all", lambda s, p: (max(s) - min(s)) / log(p / (1 - p) + 1e-12)),
        ("returns the share", lambda s, p: max(softmax(s, 1.0))),
        ("inverse", lambda s, p: log(p / (1 - p) + 1e-12) / (max(s) - min(s))),
    ],
}


def _nearest(a, b, target):
    way = [x - y for x, y in zip(a, b)]
    wish = [t - y for t, y in zip(target, b)]
    return sum([g * h for g, h in zip(wish, way)]) / sum([g * g for g in way])
