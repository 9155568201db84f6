"""Wrong answers to the exercises of chapter 3."""

from math import sqrt

from attention.scalar import cosine, dot, norm

WRONG = {
    "dot-shadow": [
        ("the whole score", lambda q, k: dot(q, k)),
        ("shadow of q on k", lambda q, k: dot(q, k) / norm(k)),
        ("without its sign", lambda q, k: abs(dot(q, k)) / norm(q)),
        ("the cosine", lambda q, k: cosine(q, k)),
        ("divided by the squared length", lambda q, k: dot(q, k) / dot(q, q)),
        ("two components only", lambda q, k: (q[0] * k[0] + q[1] * k[1]) / norm(q[:2])),
        ("off by one", lambda q, k: dot(q, k) / norm(q) + 1),
    ],
    "dot-match": [
        ("the inverse", lambda q, k, other: dot(q, other) / dot(q, k)),
        ("ratio of the lengths", lambda q, k, other: norm(k) / norm(other)),
        ("ratio of the cosines", lambda q, k, other: cosine(q, k) / cosine(q, other)),
        ("difference of the scores", lambda q, k, other: dot(q, k) - dot(q, other)),
        ("the score of k", lambda q, k, other: dot(q, k)),
    ],
    "dot-cosines": [
        ("scores as they are", lambda s: s),
        (
            "divided by the squares",
            lambda s: [
                [x / (s[i][i] * s[j][j]) for j, x in enumerate(row)] for i, row in enumerate(s)
            ],
        ),
        (
            "divided by the row's length",
            lambda s: [[x / sqrt(s[i][i]) for x in s[i]] for i in _n(s)],
        ),
        ("divided by the row's square", lambda s: [[x / s[i][i] for x in s[i]] for i in _n(s)]),
        ("divided by the largest", lambda s: [[x / max(map(max, s)) for x in row] for row in s]),
        ("all alike", lambda s: [[1.0 for _ in row] for row in s]),
        ("all zero", lambda s: [[0.0 for _ in row] for row in s]),
    ],
}


def _n(scores):
    return range(len(scores))
