"""Chapter 2: scalar = array = torch, what a rotation keeps, and the same refusals."""

import math

import numpy as np
import pytest
import torch
from functions import NOT_A_VECTOR, close, lists, many, tensor
from hypothesis import given
from hypothesis import strategies as st

from attention import array, scalar

numbers = st.floats(-100, 100, allow_subnormal=False).map(lambda x: round(x, 3))


@st.composite
def tables(draw, least=1):
    n, d = draw(st.integers(least, 6)), draw(st.integers(1, 5))
    return draw(st.lists(lists(d, numbers), min_size=n, max_size=n))


@many
@given(tables(), st.data())
def test_embed(table, data):
    token = data.draw(st.integers(0, len(table) - 1))
    expected = torch.nn.functional.embedding(torch.tensor(token), tensor(table))
    close(scalar.embed(token, table), expected, rtol=0, atol=0)
    close(array.embed(token, table), expected, rtol=0, atol=0)


@many
@given(tables(), st.data())
def test_embed_is_a_weighted_sum_with_a_one_hot_row(table, data):
    token = data.draw(st.integers(0, len(table) - 1))
    one_hot = [float(i == token) for i in range(len(table))]
    close(scalar.embed(token, table), scalar.weighted_sum(one_hot, table), rtol=0, atol=0)


@many
@given(tables(), st.data())
def test_shift(table, data):
    m = data.draw(st.integers(1, 4))
    matrix = data.draw(st.lists(lists(m, numbers), min_size=len(table[0]), max_size=len(table[0])))
    expected = tensor(table) @ tensor(matrix)
    close(scalar.shift(table, matrix), expected, atol=1e-7)
    close(array.shift(table, matrix), expected, atol=1e-7)


def the_same_ranking(ours, theirs, expected, by):
    """Assert that two rankings have the expected best scores, and fit each other up to ties."""
    for ids, scores in (ours, theirs):
        ids, scores = list(ids), list(scores)
        assert len(set(ids)) == len(ids) == len(scores)
        close([expected[i] for i in ids], scores, atol=1e-9)
        close(scores, torch.topk(expected, len(ids)).values, atol=1e-9)


@many
@given(tables(), st.data())
def test_nearest_by_dot_product(table, data):
    vector = data.draw(lists(len(table[0]), numbers))
    k = data.draw(st.integers(1, len(table)))
    ours, theirs = scalar.nearest(vector, table, k), array.nearest(vector, table, k)
    the_same_ranking(ours, theirs, tensor(table) @ tensor(vector), "dot")


@many
@given(tables(), st.data())
def test_nearest_by_cosine(table, data):
    vector = [x + 200 for x in data.draw(lists(len(table[0]), numbers))]
    table = [[x + 150 for x in row] for row in table]
    k = data.draw(st.integers(1, len(table)))
    ours = scalar.nearest(vector, table, k, by="cosine")
    theirs = array.nearest(vector, table, k, by="cosine")
    expected = torch.nn.functional.cosine_similarity(tensor(table), tensor([vector]), dim=-1)
    the_same_ranking(ours, theirs, expected, "cosine")


def test_of_equal_scores_the_lower_row_comes_first():
    table = [[1, 0], [2, 0], [1, 5], [2, -5]]
    for nearest in (scalar.nearest, array.nearest):
        assert list(nearest([1, 0], table, 4)[0]) == [1, 3, 0, 2]
        assert list(nearest([0, 0], table, 4)[0]) == [0, 1, 2, 3]
        assert list(nearest([1, 0], table, 4, by="cosine")[0]) == [0, 1, 3, 2]


@many
@given(tables(least=3), st.integers(0, 2**32 - 1))
def test_a_rotation_keeps_every_score(table, seed):
    d = len(table[0])
    rotation = np.linalg.qr(np.random.default_rng(seed).standard_normal((d, d)))[0].tolist()
    turned = scalar.shift(table, rotation)
    for i in range(len(table)):
        before = np.array(table) @ np.array(table[i])
        close(np.array(turned) @ np.array(turned[i]), before, atol=1e-8)


@many
@given(tables(least=3), st.floats(0.1, 10), st.data())
def test_the_length_of_a_row_counts_by_dot_product_and_not_by_cosine(table, factor, data):
    table = [[abs(x) + 1 for x in row] for row in table]
    i = data.draw(st.integers(1, len(table) - 1))
    longer = [[factor * x for x in row] if j == i else row for j, row in enumerate(table)]
    n = len(table)

    def scores(rows, by):
        ids, found = scalar.nearest(table[0], rows, n, by)
        return [found[ids.index(j)] for j in range(n)]

    close(scores(longer, "cosine"), scores(table, "cosine"), atol=1e-12)
    close(scores(longer, "dot")[i], factor * scores(table, "dot")[i])


def test_the_chapters_example_by_hand():
    table = [[3, 1], [2, 1], [0, 3], [1, 2]]
    assert scalar.embed(1, table) == [2, 1]
    assert scalar.nearest([2, 1], table, 4) == ([0, 1, 3, 2], [7, 5, 4, 3])
    assert scalar.shift(table, [[0, 1], [-1, 0]]) == [[-1, 3], [-1, 2], [-3, 0], [-2, 1]]
    ids, cosines = scalar.nearest([2, 1], table, 2, "cosine")
    assert ids == [1, 0] and math.isclose(cosines[1], 7 / math.sqrt(50))


TAKES_A_ROW = [
    ("table", lambda x: scalar.embed(0, [x, x])),
    ("table", lambda x: scalar.nearest([1, 2], [[1, 2], x], 1)),
    ("table", lambda x: scalar.shift([x], [[1], [2]])),
    ("matrix", lambda x: scalar.shift([[1, 2]], [x, x])),
]


@pytest.mark.parametrize("bad", [[1, float("nan")], [1, float("inf")], [1, 10**400]])
@pytest.mark.parametrize("name, call", TAKES_A_ROW)
def test_a_row_that_is_not_finite_is_refused_by_name(name, call, bad):
    with pytest.raises(ValueError, match=rf"^{name}\[\d\]\[1\] must be finite"):
        call(bad)


@pytest.mark.parametrize("bad", [[1, "2"], [1, None], [1, True]])
@pytest.mark.parametrize("name, call", TAKES_A_ROW)
def test_a_row_with_what_is_no_number_is_refused_by_name(name, call, bad):
    with pytest.raises(TypeError, match=rf"^{name}\[\d\]\[1\] must be a number"):
        call(bad)


@pytest.mark.parametrize("bad, error, message", NOT_A_VECTOR)
def test_a_bad_vector_is_refused_by_name(bad, error, message):
    with pytest.raises(error, match=rf"^vector(\[\d\])? .*{message}"):
        scalar.nearest(bad, [[1, 2], [3, 4]], 1)


TABLE = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda s: s.embed(3, TABLE), ValueError, "token must be from 0 to 2, got 3"),
        (lambda s: s.embed(-1, TABLE), ValueError, "token must be from 0 to 2, got -1"),
        (lambda s: s.embed(1.0, TABLE), TypeError, "token must be an integer"),
        (lambda s: s.embed(True, TABLE), TypeError, "token must be "),
        (lambda s: s.embed("cat", TABLE), TypeError, "token must be "),
        (lambda s: s.embed(0, []), ValueError, "table must "),
        (lambda s: s.embed(0, None), TypeError, "table must "),
        (lambda s: s.embed(0, [1.0, 2.0]), ValueError, "table must "),
        (lambda s: s.embed(0, [[1.0], [1.0, 2.0]]), ValueError, "table must have rows of equal"),
        (lambda s: s.nearest([1.0], TABLE, 1), ValueError, "vector and table"),
        (lambda s: s.nearest([1.0, 2.0], TABLE, 0), ValueError, "k must be greater than 0, got 0"),
        (lambda s: s.nearest([1.0, 2.0], TABLE, 4), ValueError, "k must be at most .*got 4"),
        (lambda s: s.nearest([1.0, 2.0], TABLE, 1.0), TypeError, "k must be an integer"),
        (lambda s: s.nearest([1.0, 2.0], TABLE, 1, by="far"), ValueError, "by must be 'dot' or"),
        (lambda s: s.nearest([0.0, 0.0], TABLE, 1, by="cosine"), ValueError, "length zero"),
        (lambda s: s.nearest([1.0], [[0.0], [1.0]], 1, by="cosine"), ValueError, "length zero"),
        (lambda s: s.shift(TABLE, [[1.0]]), ValueError, "table.* and matrix must have the same"),
        (lambda s: s.shift(TABLE, 3.0), ValueError, "matrix must "),
        (lambda s: s.shift(TABLE, [[1.0], [None]]), TypeError, "matrix"),
    ],
)
@pytest.mark.parametrize("side", [scalar, array], ids=["scalar", "array"])
def test_other_bad_input_is_refused_by_name(side, call, error, message):
    with pytest.raises(error, match=message):
        call(side)


def test_arguments_are_not_changed():
    vector, table, matrix = [1.0, 2.0], [[1.0, 2.0], [3.0, 4.0]], [[0.0, 1.0], [1.0, 0.0]]
    row = scalar.embed(0, table)
    row[0] = 9.0
    scalar.nearest(vector, table, 2, "cosine"), scalar.shift(table, matrix)
    assert (vector, table) == ([1.0, 2.0], [[1.0, 2.0], [3.0, 4.0]])
    assert matrix == [[0.0, 1.0], [1.0, 0.0]]


def test_word_lists_are_single_tokens_without_doubles():
    import minilm
    import words

    known = set(minilm.load().vocabulary)
    everything = words.NOUNS + words.ADJECTIVES
    assert len(set(everything)) == len(everything) > 400
    assert not [word for word in everything if word not in known]
