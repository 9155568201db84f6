"""Chapter 6: scalar = array = torch, what must hold of the output, and the figure's numbers."""

import math

import numpy as np
import pytest
import torch
from functions import NOT_A_VECTOR, close, lists, many, tensor
from hypothesis import given
from hypothesis import strategies as st

import explorers
from attention import array, scalar

numbers = st.floats(-100, 100, allow_subnormal=False)
reference = torch.nn.functional.scaled_dot_product_attention


def matrices(n_rows, n_columns):
    """Return a strategy for lists of rows."""
    return st.lists(lists(n_columns, numbers), min_size=n_rows, max_size=n_rows)


@st.composite
def weights_and_values(draw):
    seq_q, seq_k, d = (draw(st.integers(1, 5)) for _ in range(3))
    return draw(matrices(seq_q, seq_k)), draw(matrices(seq_k, d))


@st.composite
def queries_keys_values(draw):
    seq_q, seq_k, d_head, d_value = (draw(st.integers(1, 5)) for _ in range(4))
    return (
        draw(matrices(seq_q, d_head)),
        draw(matrices(seq_k, d_head)),
        draw(matrices(seq_k, d_value)),
    )


@many
@given(weights_and_values())
def test_attend(case):
    weights, values = case
    expected = tensor(weights) @ tensor(values)
    close(scalar.attend(weights, values), expected)
    close(array.attend(weights, values), expected)


@many
@given(queries_keys_values())
def test_attention(case):
    expected = reference(*map(tensor, case))
    for output, weights in (scalar.attention(*case), array.attention(*case)):
        close(output, expected)
        close(weights, scalar.attention_weights(*case[:2]))
    output, weights = array.scaled_dot_product_attention(*case)
    close(output, expected)
    close(weights, scalar.attention_weights(*case[:2]))


@many
@given(queries_keys_values(), st.data())
def test_attention_properties(case, data):
    queries, keys, values = case
    output, weights = scalar.attention(queries, keys, values)
    for row, out in zip(weights, output):
        assert math.isclose(sum(row), 1, abs_tol=1e-12)
        # With shares the output lies between the values, component by component.
        for component, column in zip(out, zip(*values)):
            assert min(column) - 1e-9 <= component <= max(column) + 1e-9
    # The order in which tokens answer does not matter, the order in which they ask is kept.
    order = data.draw(st.permutations(range(len(keys))))
    close(
        scalar.attention(queries, [keys[i] for i in order], [values[i] for i in order])[0], output
    )
    close(scalar.attention(queries[::-1], keys, values)[0], output[::-1])
    # Twice the values, twice the output; the weights do not move.
    doubled = scalar.attention(queries, keys, [[2 * x for x in row] for row in values])
    close(doubled[0], 2 * np.array(output))
    close(doubled[1], weights)


@many
@given(weights_and_values())
def test_one_hot_weights_copy_a_value_and_zero_weights_give_zero(case):
    _, values = case
    one_hot = [[float(i == j) for j in range(len(values))] for i in range(len(values))]
    close(scalar.attend(one_hot, values), values)
    close(scalar.attend([[0.0] * len(values)], values), [[0.0] * len(values[0])])


FIXTURE = [[1]], [[math.log(1)], [math.log(2)], [math.log(3)]], [[6], [12], [18]]


@pytest.mark.parametrize(
    "function", [scalar.attention, array.attention, array.scaled_dot_product_attention]
)
def test_the_exact_fixture(function):
    output, weights = function(*FIXTURE)
    close(weights, [[1 / 6, 1 / 3, 1 / 2]], atol=1e-15)
    close(output, [[14]], atol=1e-14)


NOT_VECTORS = [
    (bad, error, message)
    for bad, error, message in NOT_A_VECTOR
    if not (isinstance(bad, list) and bad and isinstance(bad[0], list))
]


@pytest.mark.parametrize("bad, error, message", [c for c in NOT_VECTORS if c[0] != []])
@pytest.mark.parametrize(
    "name, call",
    [
        ("weights", lambda bad: scalar.attend([bad], [[1.0], [2.0]])),
        ("values", lambda bad: scalar.attend([[1.0]], [bad])),
        ("queries", lambda bad: scalar.attention([bad], [[1.0, 2.0]], [[1.0]])),
        ("keys", lambda bad: scalar.attention([[1.0, 2.0]], [bad], [[1.0]])),
        ("values", lambda bad: scalar.attention([[1.0, 2.0]], [[1.0, 2.0]], [bad])),
    ],
)
def test_bad_rows_are_refused_by_name(name, call, bad, error, message):
    with pytest.raises(error, match=rf"^{name}(\[\d\])* must"):
        call(bad)


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: scalar.attend([], [[1]]), ValueError, "^weights must not be empty"),
        (lambda: scalar.attend([[1]], []), ValueError, "^values must not be empty"),
        (lambda: scalar.attend([1.0], [[1.0]]), ValueError, r"^weights must .*\(1,\)"),
        (lambda: scalar.attend([[1, 2]], [[1]]), ValueError, r"weights\[0\] and values .*2 and 1"),
        (lambda: scalar.attend([[1], [2, 3]], [[1]]), ValueError, r"^weights .*lengths \[1, 2\]"),
        (lambda: scalar.attend([["a"]], [[1]]), TypeError, "^weights"),
        (lambda: scalar.attend([[1]], [[None]]), TypeError, "^values"),
        (
            lambda: scalar.attention([[1]], [[1], [2]], [[1]]),
            ValueError,
            "^keys and values must have the same length, got 2 and 1",
        ),
        (lambda: scalar.attention([[1, 2]], [[1]], [[1]]), ValueError, "queries.* and keys"),
        (lambda: scalar.attention([[True]], [[1]], [[1]]), TypeError, "^queries"),
        (lambda: array.attend([[1.0, 2.0]], [[1.0]]), ValueError, "weights and values .*seq_k"),
        (
            lambda: array.attention([[1.0]], [[1.0], [2.0]], [[1.0]]),
            ValueError,
            "keys and values .*seq_k",
        ),
    ],
)
def test_other_bad_input_is_refused_by_name(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_scalar_functions_do_not_change_their_arguments():
    queries, keys, values = [[1.0]], [[1.0], [2.0]], [[3.0], [4.0]]
    scalar.attention(queries, keys, values), scalar.attend(keys[:1], queries)
    assert (queries, keys, values) == ([[1.0]], [[1.0], [2.0]], [[3.0], [4.0]])


# The figure: what its specification says of the defaults and the preset.

PIPES = explorers.get("pipes")


def columns(values):
    """Return the figure's numbers as {name of the column: one number a source}, and the sums."""
    header, rows = PIPES.numbers(values)
    assert len(rows) == 4 and rows[3][0] == "arrives"
    return {name: [row[i] for row in rows[:3]] for i, name in enumerate(header)}, rows[3]


def test_the_figure_starts_at_the_weights_of_its_specification_with_every_gate_open():
    sources, arrives = columns({})
    assert [round(w, 2) for w in sources["weight"]] == [0.85, 0.10, 0.05]
    assert [PIPES.defaults()["g" + str(i)] for i in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert PIPES.defaults()["carry"] == "off"
    assert sum(sources["weight"]) == pytest.approx(1) == arrives[1]


def test_loud_but_empty():
    values = PIPES.presets["loud but empty"]
    sources, arrives = columns(values)
    features = ("meaning", "part of speech", "number", "position")
    opened = columns({**values, "g1": 1})[0]
    assert [list(v) for v in zip(*(opened[f] for f in features))] == [
        [2, 0, 0, 0],
        [0, 0, 0, 3],
        [0, 1, 1, 0],
    ]
    assert values["g1"] == 0 and sources["meaning"] == [0, 0, 0]
    assert round(sources["weight"][0], 2) == 0.85 and sources["share carried"][0] == 0
    assert round(sources["weight"][1], 2) == 0.10
    assert round(sources["share carried"][1], 2) == 0.81
    assert "A 85 %" in PIPES.describe(values) and "B 81 %" in PIPES.describe(values)


def test_what_arrives_is_the_weighted_sum_and_the_shares_are_those_of_the_lengths():
    for values in [{}, *PIPES.presets.values(), {"g2": 0.35, "s3": 1.5}]:
        sources, arrives = columns(values)
        vectors = np.array([sources[f] for f in PIPES.numbers({})[0][2:6]]).T
        weights = np.array(sources["weight"])
        close(arrives[2:6], weights @ vectors)
        lengths = weights * np.linalg.norm(vectors, axis=1)
        close(sources["length carried"], lengths)
        close(sources["share carried"], lengths / lengths.sum())


def test_a_gate_acts_on_its_feature_in_every_source_and_on_no_weight():
    opened, half = columns({})[0], columns({"g2": 0.5})[0]
    assert half["part of speech"] == [x / 2 for x in opened["part of speech"]]
    for name in ("weight", "meaning", "number", "position"):
        assert half[name] == opened[name]


def test_with_every_gate_closed_nothing_arrives_whatever_the_weights():
    values = {"g1": 0, "g2": 0, "g3": 0, "g4": 0}
    sources, arrives = columns(values)
    assert sources["share carried"] == [0, 0, 0] and arrives[2:6] == [0, 0, 0, 0]
    assert "nothing arrives" in PIPES.describe(values)


def test_keys_as_values_pass_no_gate_and_bring_no_meaning():
    values = PIPES.presets["K as V"]
    assert columns(values) == columns({**values, "g1": 0, "g2": 0.5})
    sources, arrives = columns(values)
    assert sources["meaning"] == [0, 0, 0] and arrives[2] == 0 and arrives[3] > 1


def test_the_figure_follows_the_readers_attend():
    def squared(weights, values):
        return scalar.attend([[w * w for w in row] for row in weights], values)

    header, rows = PIPES.numbers({}, attend=squared)
    assert rows[0][header.index("share carried")] > 0.95
    assert rows[0][header.index("weight")] == pytest.approx(0.85, abs=0.005)
    with pytest.raises(ValueError, match="attend must return 4 rows, it returned None"):
        PIPES.draw({}, attend=lambda weights, values: None)
    with pytest.raises(ValueError, match="attend, row 1, must return a list of 4"):
        PIPES.draw({}, attend=lambda weights, values: [[1.0]] * 4)
