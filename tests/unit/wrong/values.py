"""Wrong answers to the exercises of chapter 6."""

from attention.scalar import attention, norm, weighted_sum


def _shares(lengths):
    return [length / sum(lengths) for length in lengths]


WRONG = {
    "values-carried": [
        ("the weights", lambda a, v: list(a)),
        ("the values alone", lambda a, v: _shares([norm(x) for x in v])),
        ("sums of components", lambda a, v: _shares([w * sum(x) for w, x in zip(a, v)])),
        ("not divided", lambda a, v: [w * norm(x) for w, x in zip(a, v)]),
        ("squared lengths", lambda a, v: _shares([(w * norm(x)) ** 2 for w, x in zip(a, v)])),
        ("largest takes all", lambda a, v: [float(w == max(a)) * 0.5 for w in a]),
    ],
    "values-causal": [
        ("no mask", lambda q, k, v: attention(q, k, v)[0]),
        (
            "not itself",
            lambda q, k, v: [
                attention([q[i]], k[: max(1, i)], v[: max(1, i)])[0][0] for i in range(len(q))
            ],
        ),
        (
            "those after it",
            lambda q, k, v: [attention([q[i]], k[i:], v[i:])[0][0] for i in range(len(q))],
        ),
        ("the values", lambda q, k, v: [list(x) for x in v]),
        (
            "masked after the softmax",
            lambda q, k, v: [
                weighted_sum(w[: i + 1], v[: i + 1]) for i, w in enumerate(attention(q, k, v)[1])
            ],
        ),
        (
            "always the first query",
            lambda q, k, v: [
                attention([q[0]], k[: i + 1], v[: i + 1])[0][0] for i in range(len(q))
            ],
        ),
        ("weights instead of output", lambda q, k, v: attention(q, k, v)[1]),
    ],
    "values-message": [
        ("mean of the wishes", lambda a, w: weighted_sum([1 / len(a)] * len(a), w)),
        ("weighted mean", lambda a, w: weighted_sum([x / sum(a) for x in a], w)),
        ("weighted sum", lambda a, w: weighted_sum(a, w)),
        ("the first wish", lambda a, w: list(w[0])),
        ("divides by each weight", lambda a, w: weighted_sum([1 / (x * len(a)) for x in a], w)),
    ],
}
