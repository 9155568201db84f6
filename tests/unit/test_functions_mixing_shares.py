"""Chapters 1 and 4: scalar = array = torch, on thousands of random cases, and the same refusals."""

import math

import numpy as np
import pytest
import torch
from functions import NOT_A_VECTOR, close, lists, many, ordinary, tensor
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attention import array, scalar


@many
@given(st.integers(1, 6).flatmap(lambda d: st.tuples(lists(d), lists(d), st.floats(-2, 2))))
def test_mix(case):
    a, b, w = case
    expected = torch.lerp(tensor(b), tensor(a), w)
    close(scalar.mix(a, b, w), expected, atol=1e-8)
    close(array.mix(a, b, w), expected, atol=1e-8)


@st.composite
def weights_and_vectors(draw):
    n, d = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    return draw(lists(n, st.floats(-5, 5))), draw(st.lists(lists(d), min_size=n, max_size=n))


@many
@given(weights_and_vectors())
def test_weighted_sum(case):
    weights, vectors = case
    expected = tensor(weights) @ tensor(vectors)
    close(scalar.weighted_sum(weights, vectors), expected, atol=1e-7)
    close(array.weighted_sum(weights, vectors), expected, atol=1e-7)


temperatures = st.floats(0.01, 100)


@many
@given(st.lists(ordinary, min_size=1, max_size=8), temperatures)
def test_softmax(scores, temperature):
    expected = torch.softmax(tensor(scores) / temperature, dim=-1)
    close(scalar.softmax(scores, temperature), expected)
    close(array.softmax(scores, temperature), expected)


@many
@given(st.lists(st.floats(-50, 50), min_size=1, max_size=8), st.floats(-1e3, 1e3))
def test_softmax_properties(scores, shift):
    weights = scalar.softmax(scores)
    assert all(w >= 0 for w in weights) and math.isclose(sum(weights), 1, abs_tol=1e-12)
    close(scalar.softmax([s + shift for s in scores]), weights, atol=1e-9)
    close(scalar.softmax(scores[::-1]), weights[::-1], atol=1e-12)
    ranked = sorted(range(len(scores)), key=lambda i: scores[i])
    assert all(weights[i] <= weights[j] for i, j in zip(ranked, ranked[1:]))


@many
@given(st.lists(st.floats(-30, 30), min_size=1, max_size=8))
def test_entropy_and_effective_count(scores):
    weights = scalar.softmax(scores)
    expected = torch.distributions.Categorical(probs=tensor(weights)).entropy()
    close(scalar.entropy(weights), expected, atol=1e-6)
    close(array.entropy(weights), scalar.entropy(weights))
    close(scalar.effective_count(weights), array.effective_count(weights))
    assert 1 - 1e-12 <= scalar.effective_count(weights) <= len(weights) + 1e-9


@many
@given(st.lists(ordinary, min_size=1, max_size=8), st.integers(1, 4096))
def test_scaled(scores, d):
    expected = tensor(scores) / d**0.5
    close(scalar.scaled(scores, d), expected)
    close(array.scaled(scores, d), expected)


@many
@given(
    hnp.arrays(np.float64, hnp.array_shapes(min_dims=1, max_dims=4, max_side=4), elements=ordinary),
    st.data(),
)
def test_softmax_along_any_axis(scores, data):
    axis = data.draw(st.integers(-scores.ndim, scores.ndim - 1))
    close(array.softmax(scores, axis=axis), torch.softmax(torch.from_numpy(scores), dim=axis))


EXTREME = [
    ([1e308, -1e308], [1, 0]),
    ([1e308, 1e308], [0.5, 0.5]),
    ([-1e308, -1e308, -1e308], [1 / 3] * 3),
    ([1000, 1000], [0.5, 0.5]),
    ([0.0, 0.0, 0.0, 0.0], [0.25] * 4),
    ([-7.0], [1.0]),
    ([1e308], [1.0]),
    ([5e-324, 0.0], [0.5, 0.5]),
    ([math.log(1), math.log(2), math.log(3)], [1 / 6, 1 / 3, 1 / 2]),
]


@pytest.mark.parametrize("scores, expected", EXTREME)
def test_extreme_scores(scores, expected):
    with np.errstate(all="raise"):
        close(scalar.softmax(scores), expected, atol=1e-15)
        close(array.softmax(scores), expected, atol=1e-15)


@pytest.mark.parametrize("temperature", [5e-324, 1e-300, 1e300])
def test_extreme_temperatures(temperature):
    for softmax in (scalar.softmax, array.softmax):
        weights = softmax([1.0, 2.0, 2.0], temperature)
        expected = [1 / 3] * 3 if temperature > 1 else [0, 0.5, 0.5]
        close(weights, expected, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_every_dtype_keeps_its_type_and_is_right(dtype):
    scores = np.array([[60000, 60000, -60000], [2, 1, 0]], dtype=dtype)
    before = scores.copy()
    weights = array.softmax(scores)
    assert weights.dtype == dtype
    expected = torch.softmax(tensor(scores.astype(float).tolist()), dim=-1)
    close(weights, expected, rtol=0, atol={2: 1e-3, 4: 1e-6, 8: 1e-12}[weights.itemsize])
    np.testing.assert_array_equal(scores, before)


TAKES_A_VECTOR = [
    ("scores", lambda x: scalar.softmax(x)),
    ("weights", lambda x: scalar.entropy(x)),
    ("weights", lambda x: scalar.effective_count(x)),
    ("scores", lambda x: scalar.scaled(x, 4)),
    ("a", lambda x: scalar.mix(x, [1, 2], 0.5)),
    ("b", lambda x: scalar.mix([1, 2], x, 0.5)),
    ("weights", lambda x: scalar.weighted_sum(x, [[1], [2]])),
]


@pytest.mark.parametrize("bad, error, message", NOT_A_VECTOR)
@pytest.mark.parametrize("name, call", TAKES_A_VECTOR)
def test_bad_vectors_are_refused_by_name(name, call, bad, error, message):
    with pytest.raises(error, match=rf"^{name}(\[\d\])? .*{message}"):
        call(bad)


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: scalar.mix([1], [1, 2], 0.5), ValueError, "a and b .*1 and 2"),
        (lambda: scalar.mix([1], [1], "x"), TypeError, "w must be a number"),
        (lambda: scalar.weighted_sum([1], [[1], [2]]), ValueError, "weights and vectors .*1 and 2"),
        (lambda: scalar.weighted_sum([1, 2], [[1], [2, 3]]), ValueError, r"lengths \[1, 2\]"),
        (
            lambda: scalar.softmax([1, 2], 0),
            ValueError,
            "temperature must be greater than 0, got 0",
        ),
        (lambda: scalar.softmax([1, 2], -1), ValueError, "temperature must be greater than 0"),
        (lambda: scalar.softmax([1, 2], float("nan")), ValueError, "temperature must be finite"),
        (lambda: scalar.entropy([0.5, -0.5]), ValueError, r"weights\[1\]"),
        (lambda: scalar.scaled([1], 0), ValueError, "d must be greater than 0"),
        (lambda: array.softmax(np.zeros((2, 0))), ValueError, r"scores .*\(2, 0\)"),
        (lambda: array.softmax([1.0], 0), ValueError, "temperature"),
        (lambda: array.softmax([[1.0, np.nan]]), ValueError, "scores .*finite"),
        (lambda: array.softmax(["a"]), TypeError, "scores"),
        (lambda: array.softmax([1.0, 2.0], axis=2), ValueError, r"axis .*\(2,\)"),
        (lambda: array.weighted_sum([1.0], [[1.0], [2.0]]), ValueError, r"\(1,\).*\(2, 1\)"),
    ],
)
def test_other_bad_input_is_refused_by_name(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_scalar_functions_do_not_change_their_arguments():
    scores, vectors = [2.0, 1.0], [[1.0], [2.0]]
    scalar.softmax(scores), scalar.scaled(scores, 4), scalar.mix(scores, scores, 0.5)
    scalar.weighted_sum(scores, vectors)
    assert scores == [2.0, 1.0] and vectors == [[1.0], [2.0]]
