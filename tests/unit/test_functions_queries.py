"""Chapter 5: scalar = array = torch, what must hold of scores and weights, and its figure."""

import itertools
import math
import xml.etree.ElementTree as ET

import numpy as np
import pytest
import torch
from functions import NOT_A_VECTOR, close, lists, many, tensor
from hypothesis import given
from hypothesis import strategies as st

import explorers
from attention import array, scalar

numbers = st.floats(-100, 100, allow_subnormal=False)


def matrices(n_rows, n_columns):
    """Return a strategy for lists of rows."""
    return st.lists(lists(n_columns, numbers), min_size=n_rows, max_size=n_rows)


@st.composite
def tokens_and_matrix(draw):
    seq, d_model, d_head = (draw(st.integers(1, 5)) for _ in range(3))
    return draw(matrices(seq, d_model)), draw(matrices(d_model, d_head))


@st.composite
def queries_and_keys(draw):
    seq_q, seq_k, d_head = (draw(st.integers(1, 5)) for _ in range(3))
    return draw(matrices(seq_q, d_head)), draw(matrices(seq_k, d_head))


@many
@given(tokens_and_matrix())
def test_project(case):
    tokens, W = case
    expected = tensor(tokens) @ tensor(W)
    close(scalar.project(tokens, W), expected)
    close(array.project(tokens, W), expected)
    close(scalar.project(tokens[0], W), expected[0])
    close(array.project(tokens[0], W), expected[0])


@many
@given(queries_and_keys())
def test_attention_scores(case):
    queries, keys = case
    expected = tensor(queries) @ tensor(keys).T / len(queries[0]) ** 0.5
    close(scalar.attention_scores(queries, keys), expected)
    close(array.attention_scores(queries, keys), expected)


@many
@given(queries_and_keys())
def test_attention_weights(case):
    queries, keys = case
    identity = torch.eye(len(keys), dtype=torch.float64)  # as values it shows the weights
    expected = torch.nn.functional.scaled_dot_product_attention(
        tensor(queries), tensor(keys), identity
    )
    close(scalar.attention_weights(queries, keys), expected)
    close(array.attention_weights(queries, keys), expected)
    close(np.sum(scalar.attention_weights(queries, keys), axis=1), np.ones(len(queries)))


def test_divides_by_the_root_of_d_head_and_not_of_d_model():
    """lucidrains/vit-pytorch#65: q·k = 2 ln 3 against 0, d_head 4, d_model 16."""
    token = [1.0] + [0.0] * 15
    W = [[1.0, 0.0, 0.0, 0.0]] + [[0.0] * 4] * 15
    key, other = [2 * math.log(3), 0.0, 0.0, 0.0], [0.0] * 4
    for library in (scalar, array):
        weights = library.attention_weights([library.project(token, W)], [key, other])
        close(weights, [[0.75, 0.25]])


rng = np.random.default_rng(5)


def random_layer(seq=6, d_model=5, d_head=3):
    X = rng.standard_normal((seq, d_model))
    W_Q, W_K = rng.standard_normal((2, d_model, d_head))
    return X, W_Q, W_K


def layer_scores(X, W_Q, W_K):
    return array.attention_scores(array.project(X, W_Q), array.project(X, W_K))


def test_only_the_product_of_the_two_matrices_counts():
    for _ in range(100):
        X, W_Q, W_K = random_layer()
        M = W_Q @ W_K.T
        assert M.shape == (5, 5)
        scores = layer_scores(X, W_Q, W_K)
        close(scores, X @ M @ X.T / 3**0.5)
        turn, _ = np.linalg.qr(rng.standard_normal((3, 3)))
        close(layer_scores(X, W_Q @ turn, W_K @ turn), scores)
        A = rng.standard_normal((3, 3)) + 3 * np.eye(3)
        close(layer_scores(X, W_Q @ A, W_K @ np.linalg.inv(A).T), scores)
        close(layer_scores(X, W_K, W_Q), scores.T)  # swapped: transposed
        one = layer_scores(X, W_Q, W_Q)  # one matrix for both: symmetric, diagonal never negative
        close(one, one.T)
        assert (np.diag(one) >= 0).all()


def test_a_bias_of_the_keys_changes_no_weight_and_one_of_the_queries_does():
    X, W_Q, W_K = random_layer()
    queries, keys, bias = X @ W_Q, X @ W_K, rng.standard_normal(3)
    weights = array.attention_weights(queries, keys)
    close(array.attention_weights(queries, keys + bias), weights)
    assert np.abs(array.attention_weights(queries + bias, keys) - weights).max() > 0.01
    # The bias of the queries adds the same to a whole column.
    gap = array.attention_scores(queries + bias, keys) - array.attention_scores(queries, keys)
    close(gap, np.broadcast_to(gap[0], gap.shape))


def test_a_key_more_takes_from_all_others_in_proportion():
    X, W_Q, W_K = random_layer()
    queries, keys = (X @ W_Q).tolist(), (X @ W_K).tolist()
    before = np.array(scalar.attention_weights(queries, keys[:-1]))
    after = np.array(scalar.attention_weights(queries, keys))
    assert (after[:, :-1] < before).all()
    close(after[:, :-1] / after[:, :-1].sum(axis=1, keepdims=True), before)


def test_symmetric_scores_with_asymmetric_weights():
    """The example of the chapter: scores ln 1, ln 2 and ln 2, ln 6."""
    rows = [[math.log(1), math.log(2)], [math.log(2), math.log(6)]]
    close([scalar.softmax(row) for row in rows], [[1 / 3, 2 / 3], [1 / 4, 3 / 4]])


NO_VECTOR_OR_VECTORS = [case for case in NOT_A_VECTOR if case[0] != [[1, 2], [3, 4]]]
NOT_VECTORS = [
    ([], ValueError, r"must not be empty.*\(0,\)"),
    ([[]], ValueError, "empty"),
    ([1, 2], ValueError, r"shape \(2,\)"),
    ([[1, 2], [3]], ValueError, "rows of equal length"),
    ([[1, float("nan")]], ValueError, "must be finite, got nan"),
    ([["1", 2]], TypeError, "must be a number, got str"),
    ("12", TypeError, "got str"),
    (None, TypeError, "got NoneType"),
]


@pytest.mark.parametrize("bad, error, message", NO_VECTOR_OR_VECTORS)
def test_bad_tokens_are_refused_by_name(bad, error, message):
    with pytest.raises(error, match=rf"^x(\[\d\])? .*{message}"):
        scalar.project(bad, [[1.0], [2.0]])


@pytest.mark.parametrize("bad, error, message", NOT_VECTORS)
@pytest.mark.parametrize(
    "name, call",
    [
        ("W", lambda bad: scalar.project([1.0, 2.0], bad)),
        ("queries", lambda bad: scalar.attention_scores(bad, [[1.0, 2.0]])),
        ("keys", lambda bad: scalar.attention_scores([[1.0, 2.0]], bad)),
        ("queries", lambda bad: scalar.attention_weights(bad, [[1.0, 2.0]])),
        ("keys", lambda bad: scalar.attention_weights([[1.0, 2.0]], bad)),
    ],
)
def test_bad_matrices_are_refused_by_name(name, call, bad, error, message):
    with pytest.raises(error, match=rf"^{name}(\[\d\])* .*{message}"):
        call(bad)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: scalar.project([1, 2, 3], [[1], [2]]), "x and W must have the same length"),
        (lambda: scalar.project([[1, 2, 3]], [[1], [2]]), "x and W must .*, got 3 and 2"),
        (lambda: scalar.project([[1, 2], [3]], [[1], [2]]), "^x must have rows of equal length"),
        (lambda: scalar.attention_scores([[1, 2]], [[1, 2, 3]]), "queries.* and keys.* 2 and 3"),
        (lambda: scalar.attention_weights([[1, 2]], [[1, 2, 3]]), "queries.* and keys.* 2 and 3"),
        (lambda: array.project([[1.0, 2.0, 3.0]], [[1.0], [2.0]]), r"x and W .*d_model"),
        (lambda: array.attention_scores([[1.0, 2.0]], [[1.0]]), "queries and keys .*d_head"),
    ],
)
def test_shapes_that_do_not_fit_are_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_scalar_functions_do_not_change_their_arguments():
    X, W = [[1.0, 2.0], [3.0, 4.0]], [[1.0, 0.0], [0.0, 1.0]]
    scalar.project(X, W), scalar.attention_weights(X, X)
    assert X == [[1.0, 2.0], [3.0, 4.0]] and W == [[1.0, 0.0], [0.0, 1.0]]


# The figure: what its specification says of the presets.

DIALS = explorers.get("dials")
FOUR, SEEKS = DIALS.choices[0].options


def matrix_of(values, name):
    """Return the scores or weights that the figure shows, and the names along them."""
    header, rows = DIALS.numbers(values)
    names = [row[1] for row in rows[:4]]
    assert [row[0] for row in rows] == [name for name in names for _ in range(4)]
    return np.array([row[header.index(name)] for row in rows]).reshape(4, 4), names


def test_the_figure_starts_with_symmetric_scores_and_asymmetric_weights():
    tokens = np.array([[1.6, 0.2], [1.2, 1], [0.1, 1.5], [-1, 0.8]])
    scores, names = matrix_of({}, "score")
    weights, _ = matrix_of({}, "weight")
    assert names == ["A", "B", "C", "D"]
    close(scores, tokens @ tokens.T / 2**0.5)
    close(scores, scores.T)
    assert np.abs(weights - weights.T).max() > 0.1
    close(weights, torch.softmax(tensor(scores.tolist()), dim=-1))


def test_turning_both_changes_nothing():
    before, _ = matrix_of({}, "score")
    for angle in range(-180, 181, 20):
        after, _ = matrix_of({"theta_q": angle, "theta_k": angle}, "score")
        close(after, before, atol=1e-12)
    preset = DIALS.presets["turn both 60°"]
    assert (preset["theta_q"], preset["theta_k"]) == (60, 60)
    close(matrix_of(preset, "score")[0], before, atol=1e-12)
    assert DIALS.draw(preset) != DIALS.draw({})  # the arrows do move


def test_a_quarter_turn_is_antisymmetric_with_a_zero_diagonal():
    preset = DIALS.presets["quarter turn"]
    assert (preset["theta_q"], preset["theta_k"]) == (90, 0)
    scores, _ = matrix_of(preset, "score")
    close(scores, -scores.T, atol=1e-12)
    close(np.diag(scores), np.zeros(4), atol=1e-12)
    # x R yᵀ = x₁y₂ - x₂y₁, as the chapter says
    assert scores[0, 1] * 2**0.5 == pytest.approx(1.6 * 1 - 0.2 * 1.2)
    assert "antisymmetric, with a zero diagonal" in DIALS.describe(preset)


def test_the_adjective_seeks_its_noun():
    tokens = {"red": (1.5, 0), "ball": (0, 1.5), "hits": (0.2, 0.2), "wall": (0, 1.2)}
    preset = DIALS.presets["adjective seeks noun"]
    scores, names = matrix_of(preset, "score")
    assert names == list(tokens)
    for i, asks in enumerate(names):
        for j, answers in enumerate(names):
            unscaled = 1.5 * tokens[asks][0] * tokens[answers][1]
            assert scores[i, j] * 2**0.5 == pytest.approx(unscaled)
    weights, _ = matrix_of(preset, "weight")
    assert round(weights[0, 1], 2) == 0.54
    assert round(scalar.softmax((scores[0] * 2**0.5).tolist())[1], 2) == 0.63
    close(weights[1], [0.25] * 4)
    says = DIALS.describe(preset)
    assert "red takes most from ball, 0.54" in says
    assert "the row of ball is flat at 0.25" in says


def test_the_gain_multiplies_every_score():
    for scene in (FOUR, SEEKS):
        one, _ = matrix_of({"scene": scene}, "score")
        for gain in (0, 0.5, 3):
            close(matrix_of({"scene": scene, "gain": gain}, "score")[0], gain * one, atol=1e-12)
    assert "every row is flat at 0.25" in DIALS.describe({"gain": 0})


def boxes(picture):
    """Return the text, left, right and baseline of all words, at a generous width a letter."""
    found = []
    svg = "{http://www.w3.org/2000/svg}"
    for text in ET.fromstring(picture).iter(svg + "text"):
        for element in text.findall(svg + "tspan") or [text]:
            size, words = float(text.get("font-size")), element.text
            width = float(element.get("textLength", 0)) or 0.52 * size * len(words)
            x, y = float(element.get("x")), float(element.get("y"))
            left = x - {"start": 0, "middle": width / 2, "end": width}[text.get("text-anchor")]
            found.append((words, left, left + width, y))
    assert len(found) >= 70  # names, axes, and two numbers for each pair of tokens
    return found


def test_no_words_cover_others_or_leave_the_picture():
    angles = range(-180, 181, 45)
    states = [
        {"scene": scene, "theta_q": q, "theta_k": k, "gain": gain}
        for scene in (FOUR, SEEKS)
        for q, k in zip(angles, [0, 30, -75, 180, 111, -13, 95, -180, 45])
        for gain in (0, 0.3, 1, 3)
    ]
    for values in states:
        found = boxes(DIALS.draw(values))
        assert all(left >= 0 and right <= 360 for _, left, right, _ in found), values
        for (a, left, right, y), (b, left_b, right_b, y_b) in itertools.combinations(found, 2):
            apart = left >= right_b or left_b >= right or abs(y - y_b) >= 12
            assert apart, (values, a, b)


def test_a_readers_functions_drive_the_figure_and_a_broken_one_is_named():
    def swapped(queries, keys):
        return scalar.attention_scores(keys, queries)

    values = {"scene": SEEKS}
    header, rows = DIALS.numbers(values, attention_scores=swapped)
    scores = np.array([row[header.index("score")] for row in rows]).reshape(4, 4)
    close(scores, matrix_of(values, "score")[0].T)
    for name in ("project", "attention_scores", "attention_weights"):
        with pytest.raises(ValueError, match=f"{name} must return 4 rows"):
            DIALS.answer({}, {name: lambda *_: None})
        DIALS.answer({}, {})
