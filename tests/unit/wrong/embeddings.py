"""Wrong answers to the exercises of chapter 2."""

from math import atan2, cos, sin, sqrt

from attention.scalar import nearest

WRONG = {
    "embeddings-onehot": [
        ("counts from 1", lambda token, n: [float(i + 1 == token) for i in range(n)]),
        ("one too long", lambda token, n: [float(i == token) for i in range(n + 1)]),
        ("the others", lambda token, n: [float(i != token) for i in range(n)]),
        ("the id itself", lambda token, n: [token if i == token else 0 for i in range(n)]),
        ("equal shares", lambda token, n: [1 / (n + 1)] * n),
        ("from the end", lambda token, n: [float(n - 1 - i == token) for i in range(n)]),
    ],
    "embeddings-axis": [
        ("turned the other way", lambda x, y: _turn(atan2(y, x))),
        ("not divided by the length", lambda x, y: [[x, -y], [y, x]]),
        ("divided by the squared length", lambda x, y: _over(x, y, x * x + y * y)),
        ("the angle from x alone", lambda x, y: _over(abs(x), y, sqrt(x * x + y * y))),
        ("nothing turned", lambda x, y: [[1, 0], [0, 1]]),
        ("a mirror image", lambda x, y: _mirror(x, y)),
    ],
    "embeddings-riddle": [
        ("the inputs allowed", lambda a, b, c, table: _best(a, b, c, table)[0]),
        ("a and b the other way", lambda a, b, c, table: _riddle(b, a, c, table)),
        ("by dot product", lambda a, b, c, table: _riddle(a, b, c, table, "dot")),
        ("nearest to c", lambda a, b, c, table: _riddle(a, a, c, table)),
        ("always row 0", lambda a, b, c, table: 0),
    ],
}


def _turn(angle):
    return [[cos(angle), -sin(angle)], [sin(angle), cos(angle)]][::-1]


def _over(x, y, by):
    return [[x / by, -y / by], [y / by, x / by]]


def _mirror(x, y):
    r = sqrt(x * x + y * y)
    return [[x / r, y / r], [y / r, -x / r]]


def _best(a, b, c, table, by="cosine"):
    wanted = [y - x + z for x, y, z in zip(table[a], table[b], table[c])]
    return nearest(wanted, table, len(table), by)[0]


def _riddle(a, b, c, table, by="cosine"):
    return [i for i in _best(a, b, c, table, by) if i not in (a, b, c)][0]
