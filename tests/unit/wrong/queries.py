"""Wrong answers to the exercises of chapter 5."""

from attention.scalar import project


def _transposed(matrix):
    return [list(column) for column in zip(*matrix)]


def _inverse(A):
    (a, b), (c, d) = A
    area = a * d - b * c
    return [[d / area, -b / area], [-c / area, a / area]]


def _matrix(W_Q, W_K):
    return [[sum([x * y for x, y in zip(q, k)]) for k in W_K] for q in W_Q]


def _seek(seeks, d, back=False):
    made = [[0] * d for _ in range(d)]
    for asker, answerer in seeks:
        made[asker][answerer] = 1
        if back:
            made[answerer][asker] = 1
    return made


WRONG = {
    "queries-matrix": [
        ("no transpose", lambda W_Q, W_K: project(W_Q, W_K)),
        ("queries and keys swapped", lambda W_Q, W_K: _matrix(W_K, W_Q)),
        ("columns meet", lambda W_Q, W_K: _matrix(_transposed(W_Q), _transposed(W_K))),
        ("component by component", lambda W_Q, W_K: [
            [x * y for x, y in zip(q, k)] for q, k in zip(W_Q, W_K)
        ]),
        ("scaled too", lambda W_Q, W_K: [[x / 2**0.5 for x in row] for row in _matrix(W_Q, W_K)]),
    ],
    "queries-seek": [
        ("the answerer asks", lambda seeks, d: _transposed(_seek(seeks, d))),
        ("sought back", lambda seeks, d: _seek(seeks, d, back=True)),
        ("only the last pair", lambda seeks, d: _seek(seeks[-1:], d)),
        ("the raw dot product", lambda seeks, d: _seek([[a, a] for a in range(d)], d)),
    ],
    "queries-undo": [
        ("turns along", lambda W_K, A: project(W_K, A)),
        ("inverse, not transposed", lambda W_K, A: project(W_K, _inverse(A))),
        ("transposed, not inverse", lambda W_K, A: project(W_K, _transposed(A))),
        ("leaves the keys", lambda W_K, A: W_K),
    ],
}  # fmt: skip
