"""Wrong answers to the exercises of chapter 4."""

from math import exp, log

from attention.scalar import softmax

WRONG = {
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
