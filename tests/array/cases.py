"""Faults that real implementations had, each as a check that must notice it.

A check takes the function under test and raises AssertionError where the fault shows. The name says
the fault; the comment, where it was found.
"""

import math

import numpy as np

LN_1, LN_2, LN_3 = 0.0, math.log(2), math.log(3)


def heads(*rows):
    """Return rows (seq, d) as (1 sample, 1 head, seq, d)."""
    return np.array(rows, dtype=float)[np.newaxis, np.newaxis]


def of_scores(scores):
    """Return a query and keys, and a scale, that give these scores to one query."""
    return {
        "query": heads([1.0]),
        "key": heads(*([score] for score in scores)),
        "value": heads(*([6.0 * (i + 1)] for i in range(len(scores)))),
        "scale": 1.0,
    }


def random(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape)


def close(got, wanted):
    np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)


def raises(error, function, *args, **kwargs):
    """Assert that the call raises `error`."""
    try:
        function(*args, **kwargs)
    except error:
        return
    raise AssertionError(f"no {error.__name__}")


# --- masks ----------------------------------------------------------------------------------------


def fully_masked_row_is_zero(attention):
    q, k, v = random(0, 2, 2, 3, 4), random(1, 2, 2, 5, 4), random(2, 2, 2, 5, 6)
    mask = np.ones((3, 5), bool)
    mask[1] = False
    output, weights = attention(q, k, v, mask=mask)
    close(weights[..., 1, :], np.zeros((2, 2, 5)))
    close(output[..., 1, :], np.zeros((2, 2, 6)))
    close(weights[..., [0, 2], :].sum(axis=-1), np.ones((2, 2, 2)))


def no_score_is_as_low_as_a_mask(attention):
    arrays = of_scores([-110208.0, -110189.0, 3.0])
    output, weights = attention(**arrays, mask=np.array([[True, True, False]]))
    close(weights[0, 0, 0], [math.exp(-19) / (1 + math.exp(-19)), 1 / (1 + math.exp(-19)), 0])


def masked_weight_is_exactly_zero(attention):
    output, weights = attention(**of_scores([LN_1, LN_3, 5.0]), mask=np.array([[1, 1, 0]]) == 1)
    assert weights[0, 0, 0, 2] == 0.0
    close(weights[0, 0, 0], [1 / 4, 3 / 4, 0])


def a_later_token_does_not_reach_causal_outputs(attention):
    q, k, v = random(3, 1, 2, 4, 3), random(4, 1, 2, 4, 3), random(5, 1, 2, 4, 3)
    k2, v2 = k.copy(), v.copy()
    k2[..., 3, :] += 1.0
    v2[..., 3, :] -= 2.0
    before, _ = attention(q, k, v, is_causal=True)
    after, _ = attention(q, k2, v2, is_causal=True)
    assert np.array_equal(before[..., :3, :], after[..., :3, :])
    assert not np.allclose(before[..., 3, :], after[..., 3, :])


def true_lets_attend(attention):
    output, weights = attention(
        **of_scores([LN_1, LN_2, LN_3]), mask=np.array([[True, True, False]])
    )
    close(weights[0, 0, 0], [1 / 3, 2 / 3, 0])
    close(output[0, 0, 0], [10])


def mask_of_numbers_is_refused(attention):
    for mask in (np.array([[1.0, 1.0, 0.0]]), np.array([[0.0, 0.0, -np.inf]])):
        raises(TypeError, attention, **of_scores([LN_1, LN_2, LN_3]), mask=mask)


def integer_mask_is_refused(attention):
    raises(TypeError, attention, **of_scores([LN_1, LN_2, LN_3]), mask=np.array([[1, 1, 0]]))


def key_mask_empties_columns(attention):
    q, k, v = random(6, 2, 3, 5, 4), random(7, 2, 3, 5, 4), random(8, 2, 3, 5, 4)
    key_mask = np.array([[True] * 5, [True, True, True, False, False]])
    output, weights = attention(q, k, v, key_mask=key_mask)
    assert (weights[1, :, :, 3:] == 0).all()
    close(weights.sum(axis=-1), np.ones((2, 3, 5)))


def batch_is_a_loop_over_samples(attention):
    q, k, v = random(9, 3, 2, 4, 5), random(10, 3, 2, 6, 5), random(11, 3, 2, 6, 7)
    key_mask = np.arange(6) < np.array([[6], [2], [4]])
    output, weights = attention(q, k, v, key_mask=key_mask)
    for i in range(3):
        one = slice(i, i + 1)
        one_output, one_weights = attention(q[one], k[one], v[one], key_mask=key_mask[one])
        close(weights[one], one_weights)
        close(output[one], one_output)


def first_causal_row_is_its_own_token(attention):
    q, k, v = random(12, 1, 1, 4, 3), random(13, 1, 1, 4, 3), random(14, 1, 1, 4, 3)
    output, weights = attention(q, k, v, is_causal=True)
    close(weights[0, 0, 0], [1, 0, 0, 0])
    close(output[0, 0, 0], v[0, 0, 0])


def causal_counts_from_the_top_left(attention):
    q, k, v = random(15, 1, 1, 2, 3), random(16, 1, 1, 5, 3), random(17, 1, 1, 5, 3)
    output, weights = attention(q, k, v, is_causal=True)
    assert np.array_equal(weights[0, 0] > 0, [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0]])


def masked_rows_still_sum_to_one(attention):
    q, k, v = random(18, 2, 2, 3, 4), random(19, 2, 2, 5, 4), random(20, 2, 2, 5, 4)
    mask = np.array([[1, 1, 0, 0, 1], [1, 0, 0, 0, 0], [0, 1, 1, 1, 1]]) == 1
    output, weights = attention(q, k, v, mask=mask)
    close(weights.sum(axis=-1), np.ones((2, 2, 3)))


def a_mask_changes_the_output(attention):
    q, k, v = random(21, 1, 2, 3, 4), random(22, 1, 2, 3, 4), random(23, 1, 2, 3, 4)
    mask = np.array([[True, True, False]] * 3)
    assert not np.allclose(attention(q, k, v)[0], attention(q, k, v, mask=mask)[0])


# --- softmax and numbers --------------------------------------------------------------------------


def one_query_shares_out_one(attention):
    output, weights = attention(**of_scores([LN_1, LN_2, LN_3]))
    close(weights[0, 0, 0], [1 / 6, 1 / 3, 1 / 2])
    close(output[0, 0, 0], [14])


def rows_and_not_columns_sum_to_one(attention):
    q, k, v = random(24, 1, 1, 3, 4), random(25, 1, 1, 5, 4), random(26, 1, 1, 5, 4)
    output, weights = attention(q, k, v)
    close(weights.sum(axis=-1), np.ones((1, 1, 3)))
    assert not np.allclose(weights.sum(axis=-2), 1)


def large_scores_do_not_overflow(attention):
    output, weights = attention(**of_scores([1000.0, 1000.0]))
    close(weights[0, 0, 0], [0.5, 0.5])


def half_precision_with_a_mask(attention):
    q, k, v = (random(i, 1, 2, 3, 4).astype(np.float16) for i in (27, 28, 29))
    output, weights = attention(q, k, v, mask=np.array([[True, True, False]] * 3))
    assert np.isfinite(output).all() and np.isfinite(weights).all()
    np.testing.assert_allclose(weights.astype(float).sum(axis=-1), 1, atol=2e-3)
    assert (weights[..., 2] == 0).all()


def half_precision_with_large_products(attention):
    q = k = np.full((1, 1, 2, 64), 40, np.float16)  # 64 · 40² is above 65504, the largest float16
    output, weights = attention(q, k, np.array([[[[1], [3]]]], np.float16))
    assert output.dtype == weights.dtype == np.float16
    assert np.array_equal(weights[0, 0], [[0.5, 0.5], [0.5, 0.5]])
    assert np.array_equal(output[0, 0], [[2], [2]])


def divided_by_the_root_of_d_head(attention):
    query = heads([2 * LN_3, 0, 0, 0])
    key = heads([1, 0, 0, 0], [0, 0, 0, 0])
    output, weights = attention(query, key, heads([4.0], [8.0]))
    close(weights[0, 0, 0], [0.75, 0.25])
    close(output[0, 0, 0], [5])


# --- heads ----------------------------------------------------------------------------------------


def weights_keep_the_heads_apart(attention):
    query = np.array([[[[100.0, 0.0]], [[0.0, 100.0]]]])  # two heads, one query each
    key = np.broadcast_to(np.eye(2), (1, 2, 2, 2))
    output, weights = attention(query, key, key)
    assert weights.shape == (1, 2, 1, 2)
    close(weights[0, :, 0, :], [[1, 0], [0, 1]])


def a_value_for_every_key(attention):
    q, k, v = random(30, 1, 2, 3, 4), random(31, 1, 2, 5, 4), random(32, 1, 2, 6, 4)
    raises(ValueError, attention, q, k, v)
    raises(ValueError, attention, q, k, v[..., :4, :])


CASES = {
    # pytorch/pytorch#160064
    "a fully masked row is nan": fully_masked_row_is_zero,
    # NVIDIA/apex#1390
    "a fully masked row is uniform": fully_masked_row_is_zero,
    # TransformerLensOrg/TransformerLens#318
    "the fill is larger than the scores": no_score_is_as_low_as_a_mask,
    # Shujun-He/RibonanzaNet#5
    "the fill is nearly 0": masked_weight_is_exactly_zero,
    # rasbt/LLMs-from-scratch#1061
    "polarity reversed": a_later_token_does_not_reach_causal_outputs,
    "polarity of a mask reversed": true_lets_attend,
    # pytorch/pytorch#21518
    "a mask of numbers is added": mask_of_numbers_is_refused,
    # lvzhaoyang/DeeperInverseCompositionalAlgorithm#5
    "~ on an integer mask": integer_mask_is_refused,
    # hyunwoongko/transformer#40
    "padding mask on the query axis": key_mask_empties_columns,
    # line/lighthouse#77
    "mask tiled in the wrong order over heads": batch_is_a_loop_over_samples,
    # pbloem/former#10
    "causal offset masks the diagonal": first_causal_row_is_its_own_token,
    # pytorch/pytorch#103082
    "causal aligned to the lower right": causal_counts_from_the_top_left,
    # huggingface/pytorch-image-models#2236
    "masked after the softmax": masked_rows_still_sum_to_one,
    # lucidrains/flamingo-pytorch#10
    "masked copy thrown away": a_mask_changes_the_output,
    # PetrochukM/PyTorch-NLP#2
    "every weight is 1": one_query_shares_out_one,
    # labmlai/annotated_deep_learning_paper_implementations#146
    "softmax over the queries": rows_and_not_columns_sum_to_one,
    # NVIDIA/FasterTransformer#43
    "no maximum subtracted": large_scores_do_not_overflow,
    # NVIDIA/apex#1052
    "-1e9 overflows half precision": half_precision_with_a_mask,
    "the product overflows half precision": half_precision_with_large_products,
    # lucidrains/vit-pytorch#65
    "divides by the root of d_model": divided_by_the_root_of_d_head,
    # esceptico/perceiver-io#9
    "divides by d to the power -1/2": divided_by_the_root_of_d_head,
    # pytorch/pytorch#34537
    "weights averaged over heads": weights_keep_the_heads_apart,
    # pytorch/pytorch#193728
    "key and value of different length": a_value_for_every_key,
}


# --- softmax alone --------------------------------------------------------------------------------


def softmax_of_one_row(softmax):
    close(softmax(np.array([[LN_1, LN_2, LN_3]])), [[1 / 6, 1 / 3, 1 / 2]])


def softmax_of_a_matrix(softmax):
    weights = softmax(random(33, 3, 5))
    close(weights.sum(axis=-1), np.ones(3))
    assert not np.allclose(weights.sum(axis=0), 1)


def softmax_of_large_scores(softmax):
    close(softmax(np.array([1000.0, 1000.0])), [0.5, 0.5])


SOFTMAX_CASES = {
    "every weight is 1": softmax_of_one_row,  # PetrochukM/PyTorch-NLP#2
    "softmax over the queries": softmax_of_a_matrix,
    "no maximum subtracted": softmax_of_large_scores,  # NVIDIA/FasterTransformer#43
}
