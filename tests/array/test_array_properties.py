"""What must hold for every input, without a reference to compare with."""

import numpy as np
from drawn import masked_attention_inputs, repeatable, seeds, sizes
from hypothesis import given
from hypothesis import strategies as st

from attention import array

attend = array.scaled_dot_product_attention


def close(got, wanted):
    np.testing.assert_allclose(got, wanted, rtol=1e-9, atol=1e-9)


@repeatable
@given(seeds, sizes, sizes, st.floats(-1e3, 1e3), st.sampled_from([0.1, 1, 10]))
def test_softmax_ignores_a_shift_and_sums_to_one(seed, rows, n, shift, temperature):
    scores = np.random.default_rng(seed).standard_normal((rows, n)) * 20
    weights = array.softmax(scores, temperature)
    close(array.softmax(scores + shift, temperature), weights)
    close(weights.sum(axis=-1), np.ones(rows))
    assert (weights >= 0).all()


@repeatable
@given(seeds, sizes, sizes)
def test_softmax_keeps_the_order(seed, rows, n):
    scores = np.random.default_rng(seed).standard_normal((rows, n))
    assert np.array_equal(np.argsort(array.softmax(scores)), np.argsort(scores))


@repeatable
@given(seeds, sizes, sizes)
def test_entropy_is_between_one_token_and_all(seed, rows, n):
    weights = array.softmax(np.random.default_rng(seed).standard_normal((rows, n)) * 5)
    assert (array.entropy(weights) >= 0).all()
    assert (array.entropy(weights) <= np.log(n) + 1e-12).all()
    close(array.effective_count(np.full((rows, n), 1 / n)), np.full(rows, n))
    close(array.effective_count(np.eye(n)), np.ones(n))


@repeatable
@given(seeds, sizes, sizes)
def test_a_rotation_changes_no_dot_product(seed, n, d):
    generator = np.random.default_rng(seed)
    table = generator.standard_normal((n, d))
    rotation = np.linalg.qr(generator.standard_normal((d, d)))[0]
    turned = array.shift(table, rotation)
    close(array.score_matrix(turned, turned), array.score_matrix(table, table))


@repeatable
@given(masked_attention_inputs())
def test_rows_sum_to_one_or_to_zero_where_all_is_masked(inputs):
    query, key, value, masks = inputs
    output, weights = attend(query, key, value, **masks)
    total = weights.sum(axis=-1)
    empty = total == 0
    close(total[~empty], np.ones((~empty).sum()))
    assert (output[empty] == 0).all()


@repeatable
@given(masked_attention_inputs())
def test_attention_is_equivariant_to_the_order_of_keys_and_queries(inputs):
    query, key, value, masks = inputs
    masks.pop("is_causal", None)  # the causal mask is what breaks it
    generator = np.random.default_rng(0)
    of_q, of_k = generator.permutation(query.shape[-2]), generator.permutation(key.shape[-2])
    output, weights = attend(query, key, value, **masks)
    if "mask" in masks:
        mask = np.broadcast_to(masks["mask"], weights.shape)
        masks["mask"] = mask[..., of_q, :][..., of_k]
    if "key_mask" in masks:
        masks["key_mask"] = masks["key_mask"][:, of_k]
    moved = (query[..., of_q, :], key[..., of_k, :], value[..., of_k, :])
    moved_output, moved_weights = attend(*moved, **masks)
    close(moved_output, output[..., of_q, :])
    close(moved_weights, weights[..., of_q, :][..., of_k])


@repeatable
@given(masked_attention_inputs())
def test_a_full_mask_is_no_mask(inputs):
    query, key, value, _ = inputs
    seq_q, seq_k = query.shape[-2], key.shape[-2]
    output, weights = attend(query, key, value)
    for masks in (
        {"mask": np.ones((seq_q, seq_k), bool)},
        {"key_mask": np.ones((len(query), seq_k), bool)},
    ):
        masked_output, masked_weights = attend(query, key, value, **masks)
        assert np.array_equal(masked_output, output)
        assert np.array_equal(masked_weights, weights)


@repeatable
@given(masked_attention_inputs(), seeds)
def test_a_masked_token_is_a_removed_token(inputs, seed):
    query, key, value, _ = inputs
    seq_k = key.shape[-2]
    kept = np.random.default_rng(seed).random(seq_k) < 0.6
    kept[0] = True
    # What the masked keys and values hold must not matter, however large it is.
    key, value = key.copy(), value.copy()
    key[..., ~kept, :] *= 1e6
    value[..., ~kept, :] = 1e12
    output, weights = attend(query, key, value, key_mask=np.tile(kept, (len(query), 1)))
    without_output, without_weights = attend(query, key[..., kept, :], value[..., kept, :])
    close(output, without_output)
    close(weights[..., kept], without_weights)


@repeatable
@given(masked_attention_inputs())
def test_a_batch_is_a_loop_over_samples_and_heads(inputs):
    query, key, value, masks = inputs
    output, weights = attend(query, key, value, **masks)
    for i, h in np.ndindex(query.shape[:2]):
        one = {"is_causal": masks.get("is_causal", False)}
        if "mask" in masks:
            one["mask"] = np.broadcast_to(masks["mask"], weights.shape)[i, h]
        if "key_mask" in masks:
            one["key_mask"] = masks["key_mask"][i]  # without a batch axis: (seq_k,)
        one_output, one_weights = attend(query[i, h], key[i, h], value[i, h], **one)
        close(one_output, output[i, h])
        close(one_weights, weights[i, h])


@repeatable
@given(masked_attention_inputs(), st.sampled_from([1.0, 1e2, 1e4, 1e8]))
def test_a_later_token_changes_no_bit_of_an_earlier_causal_output(inputs, size):
    query, key, value, _ = inputs
    n = min(query.shape[-2], key.shape[-2]) - 1
    before = attend(query, key, value, is_causal=True)
    query, key, value = query.copy(), key.copy(), value.copy()
    for a in (query, key, value):
        a[..., n:, :] = size
    after = attend(query, key, value, is_causal=True)
    assert np.array_equal(before[0][..., :n, :], after[0][..., :n, :])
    assert np.array_equal(before[1][..., :n, :], after[1][..., :n, :])


@repeatable
@given(masked_attention_inputs(), st.sampled_from([1e2, 1e3, 1e6]))
def test_other_queries_change_no_bit_of_a_row(inputs, size):
    query, key, value, masks = (*(a.astype(np.float32) for a in inputs[:3]), inputs[3])
    output, weights = attend(query, key, value, **masks)
    others = query.copy()
    others[..., 1:, :] *= np.float32(size)
    other_output, other_weights = attend(others, key, value, **masks)
    assert np.array_equal(other_output[..., 0, :], output[..., 0, :])
    assert np.array_equal(other_weights[..., 0, :], weights[..., 0, :])
