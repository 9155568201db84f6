"""Softmax: from scores to shares: the scalar implementation.

Generated from book/04-softmax.ipynb by `make tangle`: edit the cells tagged `scalar` there.
"""

from math import exp, log, sqrt

from attention import _check


def softmax(scores: list[float], temperature: float = 1.0) -> list[float]:
    """Return shares that sum to 1, in proportion to exp(score / temperature).

    Shapes: scores (n,), temperature one number in their unit; returns (n,).
    Raises ValueError for no scores, a score that is not finite or
    temperature <= 0, TypeError for what is not a number.
    Source: Bridle (1990). The largest score is taken off first, so that exp
    cannot overflow.
    """
    scores = _check.vector("scores", scores)
    temperature = _check.positive("temperature", temperature)
    top = max(scores)
    powers = [exp((score - top) / temperature) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def entropy(weights: list[float]) -> float:
    """Return the entropy of shares in nats: -sum of w log w, with 0 log 0 = 0.

    Shapes: weights (n,), none negative; returns one number from 0 to log n.
    Raises ValueError for no weights, a negative weight or one that is not
    finite, TypeError for what is not a number.
    Source: Shannon (1948).
    """
    weights = _check.vector("weights", weights)
    for i in range(len(weights)):
        if weights[i] < 0:
            raise ValueError(f"weights must not be negative, weights[{i}] is")
    # 0.0 - ... and not -...: the entropy of a single share is 0.0, not -0.0.
    return 0.0 - sum([weight * log(weight) for weight in weights if weight > 0])


def effective_count(weights: list[float]) -> float:
    """Return exp(entropy): how many equal shares would be as spread out.

    Shapes: weights (n,); returns one number from 1 to n. Errors as in `entropy`.
    Source: Hill (1973), the number of order 1; also called the perplexity.
    """
    return exp(entropy(weights))


def scaled(scores: list[float], d: int) -> list[float]:
    """Return every score divided by the square root of d.

    Shapes: scores (n,), d the number of components of a key; returns (n,).
    Raises ValueError when d <= 0 or a score is not finite, TypeError for what
    is not a number.
    Source: Vaswani et al. (2017), section 3.2.1.
    """
    scores, d = _check.vector("scores", scores), _check.positive("d", d)
    return [score / sqrt(d) for score in scores]
