"""Bad input raises one sentence that names the argument and prints what was got."""

import numpy as np
import pytest

from attention import array

V = np.ones(3)
M = np.ones((4, 3))
Q = np.ones((2, 5, 4, 3))  # (batch, n_heads, seq, d_head), all different
TRUE = np.ones((4, 4), bool)
attend = array.scaled_dot_product_attention

# function, arguments, keyword arguments, error, message
WRONG = [
    # wrong rank
    (array.mix, (1.0, V, 0.5), {}, ValueError, r"a must have shape \(\.\.\., d\), got shape \(\)"),
    (array.weighted_sum, (V, V), {}, ValueError, r"vectors must have .*n, d\), got shape \(3,\)"),
    (array.embed, (0, V), {}, ValueError, r"table must have shape .*n, d\), got shape \(3,\)"),
    (array.embed, (0, Q), {}, ValueError, r"table must .* got shape \(2, 5, 4, 3\)"),
    (array.nearest, (M, M, 1), {}, ValueError, r"vector must have .*\(d\), got shape \(4, 3\)"),
    (array.shift, (M, V), {}, ValueError, r"matrix must have shape .*d, m\), got shape \(3,\)"),
    (array.score_matrix, (V, M), {}, ValueError, r"queries must have .*got shape \(3,\)"),
    (array.softmax, (1.0,), {}, ValueError, r"scores must have an axis -1, got shape \(\)"),
    (array.softmax, (M,), {"axis": 2}, ValueError, r"scores must have an axis 2.* \(4, 3\)"),
    (array.entropy, (M,), {"axis": -3}, ValueError, r"weights must have an axis -3.* \(4, 3\)"),
    (array.project, (M, V), {}, ValueError, r"W must have shape .*got shape \(3,\)"),
    (array.attend, (M, V), {}, ValueError, r"values must have shape .*got shape \(3,\)"),
    (attend, (Q, Q, V), {}, ValueError, r"value must have shape .*d_value\), got shape \(3,\)"),
    (attend, ([[1, 2], [3]], Q, Q), {}, ValueError, r"query must have rows of equal.*\(2, None\)"),
    # sizes that do not fit
    (array.mix, (V, np.ones(2), 0.5), {}, ValueError, r"a and b .*\(3,\) and \(2,\)"),
    (array.dot, (V, np.ones(2)), {}, ValueError, r"a and b .*same d, got .*\(3,\) and \(2,\)"),
    (
        array.dot,
        (M, np.ones((2, 3))),
        {},
        ValueError,
        r"a and b .*broadcast.*\(4, 3\) and \(2, 3\)",
    ),
    (array.cosine, (V, np.ones(2)), {}, ValueError, r"a and b .*same d, got .*\(3,\) and \(2,\)"),
    (array.weighted_sum, (V, M), {}, ValueError, r"weights and vectors .*\(3,\) and \(4, 3\)"),
    (array.nearest, (np.ones(2), M, 1), {}, ValueError, r"vector and table .*\(2,\) and \(4, 3\)"),
    (array.shift, (M, M), {}, ValueError, r"table and matrix .*same d.*\(4, 3\) and \(4, 3\)"),
    (
        array.score_matrix,
        (M, M.T),
        {},
        ValueError,
        r"queries and keys .*d_head.*\(4, 3\) and \(3, 4\)",
    ),
    (array.project, (M, M), {}, ValueError, r"x and W .*d_model.*\(4, 3\) and \(4, 3\)"),
    (array.attention_scores, (M, M.T), {}, ValueError, r"queries and keys .*d_head"),
    (array.attention_weights, (M, M.T), {}, ValueError, r"queries and keys .*d_head"),
    (array.attend, (M, M), {}, ValueError, r"weights and values .*seq_k.*\(4, 3\) and \(4, 3\)"),
    (array.attention, (M, M, M[:3]), {}, ValueError, r"keys and values .*\(4, 3\) and \(3, 3\)"),
    (array.attention, (M, M.T, M.T), {}, ValueError, r"queries and keys .*d_head"),
    (
        attend,
        (Q, Q[..., :2], Q),
        {},
        ValueError,
        r"query and key .*d_head.*5, 4, 3\) and .*5, 4, 2\)",
    ),
    (
        attend,
        (Q, Q, Q[:, :, :3]),
        {},
        ValueError,
        r"key and value .*seq_k.*5, 4, 3\) and .*5, 3, 3\)",
    ),
    (attend, (Q, Q[:, :3], Q), {}, ValueError, r"query and key and value .*\(2, 3, 4, 3\)"),
    # nothing there
    (array.norm, ([],), {}, ValueError, r"a must not be empty along its axis d, got shape \(0,\)"),
    (array.softmax, ([],), {}, ValueError, r"scores must not be empty .*-1, got shape \(0,\)"),
    (array.softmax, (M[:0],), {"axis": 0}, ValueError, r"scores .*axis 0, got shape \(0, 3\)"),
    (array.entropy, ([],), {}, ValueError, r"weights must not be empty .*\(0,\)"),
    (array.attention, (M, M[:0], M[:0]), {}, ValueError, r"keys must not be empty .*\(0, 3\)"),
    (attend, (M, M[:0], M[:0]), {}, ValueError, r"key must not be empty .*seq_k.*\(0, 3\)"),
    (attend, (M[:, :0],) * 3, {}, ValueError, r"query must not be empty .*d_head.*\(4, 0\)"),
    # not finite, not in range
    (array.softmax, ([1, np.nan],), {}, ValueError, r"scores .*finite, got nan at index \(1,\)"),
    (array.softmax, ([-np.inf, 1],), {}, ValueError, r"scores must be finite, got -inf .*\(0,\)"),
    (array.dot, (V, V * np.inf), {}, ValueError, r"b must be finite, got inf .* of shape \(3,\)"),
    (array.dot, (V, [1, 2, 10**400]), {}, ValueError, r"b must be finite.*too large"),
    (array.dot, (V, [1.0, 2.0, 10**400]), {}, ValueError, r"b must be finite.*too large"),
    (array.mix, (V, V, np.nan), {}, ValueError, r"w must be finite, got nan"),
    (array.softmax, (V, 0), {}, ValueError, r"temperature must be greater than 0, got 0"),
    (array.softmax, (V, -1), {}, ValueError, r"temperature must be greater than 0, got -1"),
    (array.softmax, (V, [1.0]), {}, ValueError, r"temperature must be one number, .*\(1,\)"),
    (array.scaled, (V, 0), {}, ValueError, r"d must be greater than 0, got 0"),
    (array.entropy, ([1.5, -0.5],), {}, ValueError, r"weights .*negative, got -0.5 .*\(2,\)"),
    (array.cosine, (M, V * 0), {}, ValueError, r"b must not have a vector of length zero.*\(3,\)"),
    (array.embed, (4, M), {}, ValueError, r"token must be from 0 to 3, got 4 .*\(4, 3\)"),
    (array.embed, ([0, -1], M), {}, ValueError, r"token must be from 0 to 3, got -1 .*\(4, 3\)"),
    (array.nearest, (V, M, 5), {}, ValueError, r"k must be at most .*got 5 .*\(4, 3\)"),
    (array.nearest, (V, M, 0), {}, ValueError, r"k must be greater than 0, got 0"),
    (array.nearest, (V, M, 1), {"by": "angle"}, ValueError, r"by must be 'dot' or 'cosine', got"),
    (array.nearest, (V * 0, M, 1), {"by": "cosine"}, ValueError, r"vector .*length zero.*\(3,\)"),
    (array.nearest, (V, M * 0, 1), {"by": "cosine"}, ValueError, r"table .*length zero.*\(4, 3\)"),
    (attend, (Q, Q * np.nan, Q), {}, ValueError, r"key must be finite, got nan .*\(2, 5, 4, 3\)"),
    (attend, (Q, Q, Q), {"scale": np.inf}, ValueError, r"scale must be finite, got inf"),
    (attend, (M * 1e200, M * 1e200, M), {}, ValueError, r"query and key .*float64.*\(4, 3\)"),
    # masks
    (attend, (Q, Q, Q), {"mask": TRUE * 1}, TypeError, r"mask must be bool.*int64 of .*\(4, 4\)"),
    (
        attend,
        (Q, Q, Q),
        {"mask": TRUE * 1.0},
        TypeError,
        r"mask must be bool.*float64 of .*\(4, 4\)",
    ),
    (
        attend,
        (Q, Q, Q),
        {"key_mask": np.ones((2, 4))},
        TypeError,
        r"key_mask must be bool.*\(2, 4\)",
    ),
    (attend, (Q, Q, Q), {"is_causal": 1}, TypeError, r"is_causal must be True or False, got int"),
    (attend, (Q, Q, Q), {"mask": TRUE[:3]}, ValueError, r"mask must have shape \(4, 4\).*\(3, 4\)"),
    (attend, (Q, Q, Q), {"mask": TRUE[0]}, ValueError, r"mask must have shape .*got shape \(4,\)"),
    (attend, (Q, Q, Q), {"mask": TRUE[:, :1]}, ValueError, r"mask must have .*got shape \(4, 1\)"),
    (attend, (Q, Q, Q), {"mask": np.ones((5, 4, 4), bool)}, ValueError, r"mask .*\(5, 4, 4\)"),
    (
        attend,
        (Q, Q, Q),
        {"mask": np.ones((2, 4, 4, 4), bool)},
        ValueError,
        r"mask .*\(2, 4, 4, 4\)",
    ),
    (attend, (Q, Q, Q), {"key_mask": TRUE}, ValueError, r"key_mask .*\(2, 4\), got shape \(4, 4\)"),
    (
        attend,
        (Q, Q, Q),
        {"key_mask": TRUE[0]},
        ValueError,
        r"key_mask .*\(2, 4\), got shape \(4,\)",
    ),
    (attend, (M, M, M), {"key_mask": TRUE}, ValueError, r"key_mask .*\(4,\), got shape \(4, 4\)"),
    # not numeric
    (array.dot, ("ab", V), {}, TypeError, r"a must hold real numbers, got dtype <U2"),
    (array.dot, (V, None), {}, TypeError, r"b must be a number, got NoneType"),
    (array.dot, (V, [1, None, 2]), {}, TypeError, r"b must be a number, got NoneType"),
    (array.norm, (TRUE,), {}, TypeError, r"a must hold real numbers, got dtype bool"),
    (array.norm, (V * 1j,), {}, TypeError, r"a must hold real numbers, got dtype complex128"),
    (array.mix, (V, V, "half"), {}, TypeError, r"w must be a number, got str"),
    (array.mix, (V, V, True), {}, TypeError, r"w must be a number, got bool"),
    (array.softmax, (V, "hot"), {}, TypeError, r"temperature must be a number, got str"),
    (array.softmax, (V,), {"axis": 0.0}, TypeError, r"axis must be an integer, got float"),
    (array.embed, (1.0, M), {}, TypeError, r"token must be an integer, got dtype float64"),
    (array.embed, (True, M), {}, TypeError, r"token must be an integer, got dtype bool"),
    (array.nearest, (V, M, 1.0), {}, TypeError, r"k must be an integer, got float"),
    (attend, (Q, Q, "value"), {}, TypeError, r"value must hold real numbers, got dtype"),
    (attend, (Q, Q, Q), {"scale": "big"}, TypeError, r"scale must be a number, got str"),
]


@pytest.mark.parametrize(
    "function, args, kwargs, error, message",
    WRONG,
    ids=[f"{row[0].__name__}-{i}" for i, row in enumerate(WRONG)],
)
def test_bad_input(function, args, kwargs, error, message):
    with pytest.raises(error, match=message) as caught:
        function(*args, **kwargs)
    assert type(caught.value) is error  # and no subclass, such as NumPy's AxisError
    assert "\n" not in str(caught.value)


def test_masks_and_scale_are_keyword_only():
    with pytest.raises(TypeError, match="positional"):
        attend(Q, Q, Q, TRUE)


def test_every_public_function_has_a_bad_input_here():
    tested = {row[0].__name__ for row in WRONG}
    assert set(array.__all__) - tested == {"effective_count"}  # it calls entropy
