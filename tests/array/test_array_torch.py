"""Every array function agrees with torch in float64."""

import numpy as np
import torch
from drawn import attention_inputs, masked_attention_inputs, repeatable, seeds, sizes
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.attention import SDPBackend, sdpa_kernel

from attention import array


def close(got, wanted):
    """Assert that an array equals a tensor to rounding, with the same shape and dtype."""
    got, wanted = np.asarray(got), wanted.numpy()
    assert got.shape == wanted.shape and got.dtype == wanted.dtype
    np.testing.assert_allclose(got, wanted, rtol=1e-10, atol=1e-10)


def tensors(*arrays):
    return [torch.from_numpy(a) for a in arrays]


@repeatable
@given(seeds, sizes, sizes, st.floats(-2, 2))
def test_mix_and_weighted_sum(seed, n, d, w):
    generator = np.random.default_rng(seed)
    a, b, weights = (generator.standard_normal(s) for s in ((n, d), (n, d), (2, n)))
    t_a, t_b, t_weights = tensors(a, b, weights)
    close(array.mix(a, b, w), torch.lerp(t_b, t_a, w))
    close(array.weighted_sum(weights, a), t_weights @ t_a)
    close(array.weighted_sum(weights[0], a), t_weights[0] @ t_a)


@repeatable
@given(seeds, sizes, sizes, sizes)
def test_embed_nearest_and_shift(seed, n, d, m):
    generator = np.random.default_rng(seed)
    table, matrix = generator.standard_normal((n, d)), generator.standard_normal((d, m))
    tokens = generator.integers(0, n, (2, 3))
    t_table, t_matrix, t_tokens = tensors(table, matrix, tokens)
    close(array.embed(tokens, table), torch.nn.functional.embedding(t_tokens, t_table))
    close(array.embed(n - 1, table), t_table[n - 1])
    close(array.shift(table, matrix), t_table @ t_matrix)
    k = int(generator.integers(1, n + 1))
    for by, scores in (
        ("dot", t_table @ t_table[0]),
        ("cosine", torch.cosine_similarity(t_table, t_table[:1], dim=-1)),
    ):
        indices, best = array.nearest(table[0], table, k, by=by)
        wanted, wanted_indices = torch.topk(scores, k)
        close(best, wanted)
        if d > 1:  # with one component every cosine is 1 or -1, and ties have no one order
            close(indices, wanted_indices)


@repeatable
@given(seeds, sizes, sizes, sizes, st.sampled_from([1e-3, 1.0, 1e3]))
def test_products(seed, n, m, d, size):
    generator = np.random.default_rng(seed)
    a, b, keys = (size * generator.standard_normal(s) for s in ((2, n, d), (n, d), (2, m, d)))
    t_a, t_b, t_keys = tensors(a, b, keys)
    close(array.dot(a, b), torch.linalg.vecdot(t_a, t_b.expand_as(t_a)))
    close(array.norm(a), torch.linalg.vector_norm(t_a, dim=-1))
    close(array.cosine(a, b), torch.cosine_similarity(t_a, t_b.expand_as(t_a), dim=-1))
    close(array.score_matrix(a, keys), t_a @ t_keys.mT)
    close(array.score_matrix(b, keys), t_b @ t_keys.mT)


@repeatable
@given(seeds, sizes, sizes, sizes, st.sampled_from([0.01, 0.5, 1, 3, 1e6]), st.integers(-3, 2))
def test_softmax_and_its_measures(seed, a, b, c, temperature, axis):
    generator = np.random.default_rng(seed)
    scores = generator.standard_normal((a, b, c)) * generator.choice([0.1, 1, 100])
    (t_scores,) = tensors(scores)
    weights = torch.softmax(t_scores / temperature, axis)
    close(array.softmax(scores, temperature, axis=axis), weights)
    entropy = torch.special.entr(weights).sum(axis)
    close(array.entropy(weights.numpy(), axis=axis), entropy)
    close(array.effective_count(weights.numpy(), axis=axis), entropy.exp())
    close(array.scaled(scores, c), t_scores / c**0.5)


@repeatable
@given(attention_inputs(), sizes)
def test_attention_step_by_step(inputs, d_model):
    query, key, value, generator = inputs
    t_query, t_key, t_value = tensors(query, key, value)
    matrix = generator.standard_normal((query.shape[-1], d_model))
    close(array.project(query, matrix), t_query @ torch.from_numpy(matrix))
    scores = t_query @ t_key.mT / query.shape[-1] ** 0.5
    weights = torch.softmax(scores, -1)
    close(array.attention_scores(query, key), scores)
    close(array.attention_weights(query, key), weights)
    close(array.attend(weights.numpy(), value), weights @ t_value)
    output, got_weights = array.attention(query, key, value)
    close(got_weights, weights)
    close(output, weights @ t_value)
    # Without a mask the general function is the same.
    output, got_weights = array.scaled_dot_product_attention(query, key, value)
    leading = output.shape[:-2]
    close(got_weights, weights.expand(*leading, -1, -1))
    close(output, weights @ t_value)


@repeatable
@given(masked_attention_inputs())
def test_masked_attention(inputs):
    query, key, value, masks = inputs
    t_query, t_key, t_value = tensors(query, key, value)
    batch, n_heads, seq_q, _ = query.shape
    seq_k = key.shape[-2]
    allowed = torch.ones(batch, n_heads, seq_q, seq_k, dtype=torch.bool)
    if "mask" in masks:
        allowed &= torch.from_numpy(masks["mask"])
    if "key_mask" in masks:
        allowed &= torch.from_numpy(masks["key_mask"])[:, None, None, :]
    if "is_causal" in masks:
        allowed &= torch.ones(seq_q, seq_k, dtype=torch.bool).tril()
    output, weights = array.scaled_dot_product_attention(query, key, value, **masks)
    with sdpa_kernel(SDPBackend.MATH):
        wanted = torch.nn.functional.scaled_dot_product_attention(
            t_query, t_key, t_value, attn_mask=allowed
        )
    close(output, wanted.nan_to_num(0.0))
    scores = (t_query @ t_key.mT / query.shape[-1] ** 0.5).masked_fill(~allowed, -torch.inf)
    close(weights, torch.softmax(scores, -1).nan_to_num(0.0))
    assert (weights[~allowed.numpy()] == 0).all()


@repeatable
@given(masked_attention_inputs())
def test_causal_is_what_torch_calls_causal(inputs):
    query, key, value, _ = inputs
    output, _ = array.scaled_dot_product_attention(query, key, value, is_causal=True)
    with sdpa_kernel(SDPBackend.MATH):
        wanted = torch.nn.functional.scaled_dot_product_attention(
            *tensors(query, key, value), is_causal=True
        )
    close(output, wanted)


@repeatable
@given(masked_attention_inputs(), st.sampled_from([0.0, 0.25, 1.0, -1.0]))
def test_scale(inputs, scale):
    query, key, value, _ = inputs
    output, _ = array.scaled_dot_product_attention(query, key, value, scale=scale)
    weights = torch.softmax(torch.from_numpy(query @ key.swapaxes(-1, -2) * scale), -1)
    close(output, weights @ torch.from_numpy(value))
