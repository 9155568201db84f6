"""Chapter 3: scalar = array = torch, on thousands of random cases, and the same refusals."""

import math

import numpy as np
import pytest
import torch
from functions import NOT_A_VECTOR, close, lists, many, tensor
from hypothesis import assume, given
from hypothesis import strategies as st

import explorers
from attention import array, scalar
from explorers.shadow import ALIGNED

pairs = st.integers(1, 6).flatmap(lambda d: st.tuples(lists(d), lists(d)))
# Components that are 0 or of ordinary size, so that a direction is well defined.
sizes = st.one_of(st.just(0.0), st.floats(1e-3, 1e3), st.floats(-1e3, -1e-3))
directions = st.integers(1, 6).flatmap(lambda d: st.tuples(lists(d, sizes), lists(d, sizes)))


@many
@given(pairs)
def test_dot(case):
    a, b = case
    expected = torch.dot(tensor(a), tensor(b))
    close(scalar.dot(a, b), expected, atol=1e-3)
    close(array.dot(a, b), expected, atol=1e-3)
    close(scalar.dot(a, b), scalar.dot(b, a), atol=0)


@many
@given(pairs, st.floats(-5, 5))
def test_dot_is_linear_in_each_argument(case, factor):
    a, b = case
    larger = [factor * x for x in a]
    bound = 1e-9 * (1 + abs(factor)) * sum(abs(x * y) for x, y in zip(a, b)) + 1e-12
    assert abs(scalar.dot(larger, b) - factor * scalar.dot(a, b)) <= bound


@many
@given(st.integers(1, 6).flatmap(lists))
def test_norm(a):
    expected = torch.linalg.vector_norm(tensor(a))
    close(scalar.norm(a), expected)
    close(array.norm(a), expected)
    close(scalar.norm(a) ** 2, scalar.dot(a, a), atol=1e-3)
    assert scalar.norm(a) >= 0 and (scalar.norm(a) > 0) == any(a)


@many
@given(directions)
def test_cosine(case):
    a, b = case
    assume(any(a) and any(b))
    expected = torch.nn.functional.cosine_similarity(tensor(a), tensor(b), dim=0, eps=0)
    close(scalar.cosine(a, b), expected, atol=1e-12)
    close(array.cosine(a, b), expected, atol=1e-12)
    assert -1 <= scalar.cosine(a, b) <= 1
    close(scalar.cosine([7 * x for x in a], b), scalar.cosine(a, b), atol=1e-12)


@many
@given(st.floats(-180, 180), st.floats(-180, 180), st.floats(0, 9), st.floats(0, 9))
def test_the_sum_of_products_is_shadow_times_length(towards, angle, length_q, length_k):
    start, end = math.radians(towards), math.radians(towards + angle)
    q = [length_q * math.cos(start), length_q * math.sin(start)]
    k = [length_k * math.cos(end), length_k * math.sin(end)]
    shadow = length_k * math.cos(math.radians(angle))
    close(scalar.dot(q, k), shadow * length_q, atol=1e-12)


@st.composite
def queries_and_keys(draw):
    seq_q, seq_k, d = draw(st.integers(1, 4)), draw(st.integers(1, 5)), draw(st.integers(1, 4))
    rows = [
        draw(st.lists(lists(d, st.floats(-1e3, 1e3)), min_size=n, max_size=n))
        for n in (seq_q, seq_k)
    ]
    return rows


@many
@given(queries_and_keys())
def test_score_matrix(case):
    queries, keys = case
    expected = tensor(queries) @ tensor(keys).T
    close(scalar.score_matrix(queries, keys), expected, atol=1e-6)
    close(array.score_matrix(queries, keys), expected, atol=1e-6)
    for i, query in enumerate(queries):
        for j, key in enumerate(keys):
            assert scalar.score_matrix(queries, keys)[i][j] == scalar.dot(query, key)
    # The other way round it is the transpose: the axis that asks is no matter of taste.
    close(np.transpose(scalar.score_matrix(keys, queries)), expected, atol=1e-6)


def test_rows_ask_and_columns_answer():
    scores = scalar.score_matrix([[1, 0], [0, 1], [1, 1]], [[2, 1], [0, 3]])
    assert scores == [[2, 0], [1, 3], [3, 3]]
    assert array.score_matrix([[1, 0], [0, 1], [1, 1]], [[2, 1], [0, 3]]).tolist() == scores


def test_a_token_need_not_score_itself_highest():
    x = [[1, 0], [3, 0]]
    for score_matrix in (scalar.score_matrix, array.score_matrix):
        assert np.array_equal(score_matrix(x, x), [[1, 3], [3, 9]])
    assert scalar.cosine(x[0], x[1]) == scalar.cosine(x[0], x[0]) == 1


EXTREME = [
    ([3e200, 4e200], 5e200),
    ([3e-200, 4e-200], 5e-200),
    ([1e308, 0.0], 1e308),
    ([5e-324], 5e-324),
    ([0.0, 0.0, 0.0], 0.0),
]


@pytest.mark.parametrize("a, length", EXTREME)
def test_lengths_whose_squares_do_not_fit_a_float(a, length):
    close(scalar.norm(a), length, atol=0)
    close(array.norm(a), length, atol=0)
    if length:
        close(scalar.cosine(a, a), 1)
        close(array.cosine(a, [-x for x in a]), -1)


TAKES_A_VECTOR = [
    ("a", lambda x: scalar.dot(x, [1, 2])),
    ("b", lambda x: scalar.dot([1, 2], x)),
    ("a", lambda x: scalar.norm(x)),
    ("a", lambda x: scalar.cosine(x, [1, 2])),
    ("b", lambda x: scalar.cosine([1, 2], x)),
]


@pytest.mark.parametrize("bad, error, message", NOT_A_VECTOR)
@pytest.mark.parametrize("name, call", TAKES_A_VECTOR)
def test_bad_vectors_are_refused_by_name(name, call, bad, error, message):
    with pytest.raises(error, match=rf"^{name}(\[\d\])? .*{message}"):
        call(bad)


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda m: m.dot([1.0], [1.0, 2.0]), ValueError, "^a and b must have the same"),
        (lambda m: m.cosine([1.0], [1.0, 2.0]), ValueError, "^a and b must have the same"),
        (lambda m: m.cosine([0.0, 0.0], [1.0, 2.0]), ValueError, "^a must not have .*length zero"),
        (lambda m: m.cosine([1.0, 2.0], [0.0, -0.0]), ValueError, "^b must not have .*length zero"),
        (lambda m: m.score_matrix([[1.0]], [[1.0, 2.0]]), ValueError, "^queries.* and keys.* same"),
        (lambda m: m.score_matrix([[1.0]], []), ValueError, "^keys must "),
        (lambda m: m.score_matrix([1.0], [[1.0]]), ValueError, "^queries must "),
        (lambda m: m.score_matrix([[1.0], [2.0, 3.0]], [[1.0]]), ValueError, "^queries .*equal"),
        (lambda m: m.score_matrix([[float("nan")]], [[1.0]]), ValueError, "^queries.* finite"),
        (lambda m: m.score_matrix([["a"]], [[1.0]]), TypeError, "^queries"),
        (lambda m: m.score_matrix([[True]], [[1.0]]), TypeError, "^queries"),
    ],
)
@pytest.mark.parametrize("module", [scalar, array], ids=["scalar", "array"])
def test_other_bad_input_is_refused_by_name(module, call, error, message):
    with pytest.raises(error, match=message):
        call(module)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_every_dtype_keeps_its_type_and_arguments_stay_as_they_are(dtype):
    queries = np.arange(24, dtype=dtype).reshape(2, 3, 4) / 8
    keys = queries[:, :2] - 1
    before = queries.copy(), keys.copy()
    scores = array.score_matrix(queries, keys)
    assert scores.dtype == dtype and scores.shape == (2, 3, 2)
    expected = tensor(queries.tolist()) @ tensor(keys.tolist()).mT
    close(scores, expected, rtol=0, atol={2: 2e-2, 4: 1e-5, 8: 1e-12}[scores.itemsize])
    for one in (array.dot(queries, queries), array.norm(queries), array.cosine(queries, queries)):
        assert one.dtype == dtype and one.shape == (2, 3)
    assert np.array_equal(before[0], queries) and np.array_equal(before[1], keys)
    a, b = [3.0, 4.0], [5.0, 10.0]
    scalar.dot(a, b), scalar.norm(a), scalar.cosine(a, b), scalar.score_matrix([a], [b])
    assert a == [3.0, 4.0] and b == [5.0, 10.0]


# --- The explorer of the chapter ------------------------------------------------------------------

SHADOW = explorers.get("shadow")


def column(values, key=1):
    """Return {quantity: number} of one key."""
    _, rows = SHADOW.numbers(values)
    return {row[0]: row[key] for row in rows}


def test_the_controls_are_as_specified():
    sliders = {s.name: (s.min, s.max, s.default) for s in SHADOW.sliders}
    assert sliders == {"angle": (-180, 180, 35), "q": (0, 3, 1.5), "k": (0, 3, 2)}
    assert list(SHADOW.presets) == ["right angle", "opposite", "long beats aligned"]


def test_long_beats_aligned_shows_both_keys_and_their_scores():
    values = SHADOW.presets["long beats aligned"]
    header, _ = SHADOW.numbers(values)
    assert header == ["quantity", "with k", "with k\u2032"]
    long, aligned = column(values, 1), column(values, 2)
    assert aligned["length of q"] == aligned["length of the key"] == pytest.approx(1)
    assert aligned["score"] == pytest.approx(1.0) and aligned["shadow on q"] == pytest.approx(1.0)
    assert long["length of the key"] == pytest.approx(3) and long["score"] == pytest.approx(1.5)
    says = SHADOW.describe(values)
    assert "scores 1.50" in says and "scores 1.00" in says and says.endswith("k wins.")
    picture = SHADOW.draw(values)
    for words in (">k<", ">k\u2032<", ">1.50<", ">1.00<", ">60\u00b0<"):
        assert words in picture


def test_right_angle_and_opposite():
    assert column(SHADOW.presets["right angle"])["score"] == pytest.approx(0, abs=1e-12)
    assert "casts no shadow" in SHADOW.describe(SHADOW.presets["right angle"])
    opposite = column(SHADOW.presets["opposite"])
    assert opposite["score"] == pytest.approx(-3) and opposite["shadow on q"] == pytest.approx(-2)
    assert "points backwards" in SHADOW.describe(SHADOW.presets["opposite"])


@pytest.mark.parametrize("q", [0, 0.4, 1.5, 3])
@pytest.mark.parametrize("k", [0, 0.4, 2, 3])
@pytest.mark.parametrize("angle", range(-180, 181, 15))
def test_both_ways_agree_everywhere(angle, q, k):
    for second in ("none", ALIGNED):
        values = {"angle": angle, "q": q, "k": k, "second": second}
        for key in range(1, 3 if second == ALIGNED else 2):
            one = column(values, key)
            total = one["first product"] + one["second product"]
            close(one["score"], total, atol=1e-12)
            close(one["shadow \u00d7 length of q"], total, atol=1e-12)
            assert (one["shadow on q"] == "none") == (q == 0)


def test_lengths_of_zero_are_said():
    assert "no direction" in SHADOW.describe({"q": 0}) and ">q = 0<" in SHADOW.draw({"q": 0})
    assert ">k = 0<" in SHADOW.draw({"k": 0}) and "the score is 0.00" in SHADOW.describe({"k": 0})


def test_a_readers_dot_drives_the_sum_and_not_the_shadow():
    def careless(a, b):
        return sum(abs(x * y) for x, y in zip(a, b))

    _, rows = SHADOW.numbers({"angle": 180}, dot=careless)
    one = {row[0]: row[1] for row in rows}
    assert one["score"] == pytest.approx(3) and one["shadow \u00d7 length of q"] == pytest.approx(
        -3
    )
    with pytest.raises(ValueError, match="dot must return"):
        SHADOW.draw({}, dot=lambda a, b: None)
    with pytest.raises(ValueError, match="norm must return"):
        SHADOW.draw({}, norm=lambda a: [1, 2])
