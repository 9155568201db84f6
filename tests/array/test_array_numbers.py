"""Extreme numbers, dtypes, memory; and that nothing is changed and nothing is printed."""

import copy
import inspect
import math
import tracemalloc
import warnings

import numpy as np
import pytest

from attention import array

attend = array.scaled_dot_product_attention


def random(*shape, dtype=np.float64):
    return np.random.default_rng(0).standard_normal(shape).astype(dtype)


# One call of each public function, of a dtype.
CALLS = {
    "mix": lambda t: array.mix(random(4, dtype=t), random(4, dtype=t), 0.3),
    "weighted_sum": lambda t: array.weighted_sum(random(3, dtype=t), random(3, 4, dtype=t)),
    "embed": lambda t: array.embed([1, 2], random(3, 4, dtype=t)),
    "nearest": lambda t: array.nearest(random(4, dtype=t), random(3, 4, dtype=t), 2)[1],
    "shift": lambda t: array.shift(random(3, 4, dtype=t), random(4, 2, dtype=t)),
    "dot": lambda t: array.dot(random(4, dtype=t), random(4, dtype=t)),
    "norm": lambda t: array.norm(random(4, dtype=t)),
    "cosine": lambda t: array.cosine(random(3, 4, dtype=t), random(4, dtype=t)),
    "score_matrix": lambda t: array.score_matrix(random(3, 4, dtype=t), random(5, 4, dtype=t)),
    "softmax": lambda t: array.softmax(random(3, 4, dtype=t), 0.5),
    "entropy": lambda t: array.entropy(np.full((3, 4), 0.25, t)),
    "effective_count": lambda t: array.effective_count(np.full((3, 4), 0.25, t)),
    "scaled": lambda t: array.scaled(random(3, 4, dtype=t), 4),
    "project": lambda t: array.project(random(3, 4, dtype=t), random(4, 2, dtype=t)),
    "attention_scores": lambda t: array.attention_scores(*[random(3, 4, dtype=t)] * 2),
    "attention_weights": lambda t: array.attention_weights(*[random(3, 4, dtype=t)] * 2),
    "attend": lambda t: array.attend(random(3, 4, dtype=t), random(4, 2, dtype=t)),
    "attention": lambda t: array.attention(*[random(2, 3, 4, dtype=t)] * 3),
    "scaled_dot_product_attention": lambda t: attend(
        *[random(2, 3, 4, dtype=t)] * 3, is_causal=True
    ),
}


def test_every_public_function_is_called_and_documented():
    assert set(CALLS) == set(array.__all__)
    for name in array.__all__:
        text = inspect.getdoc(getattr(array, name))
        assert "Returns\n" in text and "Raises\n" in text, name


def test_every_public_name_of_the_modules_is_exported_and_is_no_module():
    modules = [m for m in vars(array).values() if inspect.ismodule(m)]
    names = [m.__name__.rsplit(".", 1)[1] for m in modules]
    exported = [f for m in modules for f in getattr(m, "__all__", [])]
    assert sorted(exported) == sorted(array.__all__)
    assert not set(names) & set(array.__all__)
    for module in modules:
        if not module.__name__.rsplit(".", 1)[1].startswith("_"):
            here = [
                name
                for name, f in vars(module).items()
                if inspect.isfunction(f) and f.__module__ == module.__name__ and name[0] != "_"
            ]
            assert sorted(here) == sorted(module.__all__)


@pytest.mark.parametrize("name", CALLS)
def test_dtype_is_kept_and_integers_become_float64(name):
    for dtype, wanted in (
        (np.float16, np.float16),
        (np.float32, np.float32),
        (np.float64, np.float64),
        (np.int32, np.float64),
    ):
        if name in ("entropy", "effective_count") and dtype is np.int32:
            continue
        results = CALLS[name](dtype) if dtype is not np.int32 else _of_integers(name)
        for result in results if isinstance(results, tuple) else (results,):
            assert result.dtype == wanted, f"{dtype.__name__} gave {result.dtype}"


def _of_integers(name):
    """Call with random arrays cut down to integers; the cosine needs one that is not zero."""
    if name == "cosine":
        return array.cosine([1, 2], [3, 4])
    return CALLS[name](np.int32)


@pytest.mark.parametrize("name", CALLS)
def test_half_precision_is_computed_in_single(name):
    def flat(results):
        results = results if isinstance(results, tuple) else (results,)
        return np.concatenate([np.ravel(r).astype(float) for r in results])

    np.testing.assert_allclose(
        flat(CALLS[name](np.float16)), flat(CALLS[name](np.float32)), rtol=5e-3, atol=5e-3
    )


def test_mixed_dtypes_give_the_larger():
    output, weights = attend(
        random(2, 3, dtype=np.float16), random(4, 3, dtype=np.float32), random(4, 2)
    )
    assert output.dtype == weights.dtype == np.float64


# --- softmax --------------------------------------------------------------------------------------

LARGEST = {np.float16: 6e4, np.float32: 3e38, np.float64: 1e308}


@pytest.mark.parametrize("dtype", LARGEST)
@pytest.mark.parametrize("temperature", [1e-320, 1e-50, 1e-3, 1.0, 1e3, 1e50, 1e308])
def test_softmax_of_extreme_scores(dtype, temperature):
    large = LARGEST[dtype]
    for scores in ([large, large], [-large, -large], [0, 0], [large]):
        weights = array.softmax(np.array(scores, dtype), temperature)
        assert np.array_equal(weights, np.full(len(scores), 1 / len(scores), dtype))
    low, high = array.softmax(np.array([-large, large], dtype), temperature)
    # 2 · large overflows where large / temperature does not.
    share = 1 / (1 + math.exp(-min(2 * (float(dtype(large)) / temperature), 700.0)))
    np.testing.assert_allclose([low, high], [1 - share, share], rtol=2e-3, atol=1e-7)


def test_softmax_by_hand():
    thirds = array.softmax([0, math.log(2), math.log(3)])
    np.testing.assert_allclose(thirds, [1 / 6, 1 / 3, 1 / 2], rtol=1e-15)
    assert np.array_equal(array.softmax([1000, 1000]), [0.5, 0.5])
    assert np.array_equal(array.softmax([7]), [1.0])
    assert array.softmax(np.zeros((0, 3))).shape == (0, 3)
    np.testing.assert_allclose(array.softmax([0.0, -600.0])[1], math.exp(-600), rtol=1e-12)


def test_softmax_of_more_than_one_block():
    # Rows of all sizes of score, so that some blocks need the maximum and some do not.
    scores = random(700, 1000) * np.logspace(-2, 3, 700)[:, np.newaxis]
    weights = array.softmax(scores)
    for i in (0, 261, 262, 263, 523, 524, 525, 699):  # a block holds 262 rows
        np.testing.assert_allclose(weights[i], array.softmax(scores[i]), rtol=1e-12, atol=1e-300)
    across = array.softmax(scores, axis=0)
    np.testing.assert_allclose(across.sum(axis=0), np.ones(1000), rtol=1e-12)
    np.testing.assert_allclose(across[:, 5], array.softmax(scores[:, 5]), rtol=1e-12, atol=1e-300)


def test_entropy_counts_zero_as_nothing():
    assert array.entropy([1.0, 0.0, 0.0]) == 0.0
    assert math.copysign(1, array.entropy([1.0, 0.0])) == 1.0
    assert array.entropy([0.0, 0.0]) == 0.0
    assert array.effective_count([0.0, 1.0]) == 1.0
    np.testing.assert_allclose(array.entropy([0.5, 0.5, 0.0]), math.log(2))
    np.testing.assert_allclose(array.effective_count([[0.5, 0.5], [0.25, 0.75]]).shape, (2,))


# --- products -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1e-300, 1.0, 1e300])
def test_norm_and_cosine_of_extreme_vectors(size):
    a, b = np.array([3.0, 4.0]) * size, np.array([4.0, 3.0]) * size
    np.testing.assert_allclose(array.norm(a), 5 * size, rtol=1e-14)
    np.testing.assert_allclose(array.cosine(a, b), 0.96, rtol=1e-14)
    assert array.norm(np.zeros(3)) == 0.0


def test_cosine_stays_within_one():
    vectors = random(100_000, 7)
    assert (array.cosine(vectors, 3 * vectors) <= 1).all()
    assert (array.cosine(vectors, -3 * vectors) >= -1).all()


def test_a_long_key_beats_an_aligned_one():
    keys = np.array([[1.0, 0.0], [3 * math.cos(math.pi / 3), 3 * math.sin(math.pi / 3)]])
    indices, scores = array.nearest(np.array([1.0, 0.0]), keys, 2)
    assert list(indices) == [1, 0]
    np.testing.assert_allclose(scores, [1.5, 1.0])
    assert list(array.nearest(np.array([1.0, 0.0]), keys, 2, by="cosine")[0]) == [0, 1]


def test_of_equal_scores_the_lower_index_comes_first():
    indices, scores = array.nearest([1.0], [[1.0], [2.0], [1.0], [2.0], [1.0]], 5)
    assert list(indices) == [1, 3, 0, 2, 4]


def test_a_result_too_large_is_inf_without_a_warning():
    assert array.dot([1e308, 1e308], [1e308, 1e308]) == np.inf
    assert array.dot(np.float16([300]), np.float16([300])) == np.inf


# --- attention ------------------------------------------------------------------------------------


def test_half_precision_attention_where_the_products_overflow():
    q = np.full((2, 64), 40, np.float16)
    v = np.array([[1], [3]], np.float16)
    for output, weights in (attend(q, q, v), array.attention(q, q, v)):
        assert np.array_equal(weights, [[0.5, 0.5], [0.5, 0.5]])
        assert np.array_equal(output, [[2], [2]])
    # 64 · 40² / √64 is within the range of half precision, 64 · 40² is not.
    assert np.array_equal(array.attention_scores(q, q), np.full((2, 2), 12800))


def test_half_precision_attention_to_the_largest_values():
    v = np.full((3, 2), 65504, np.float16)
    output, _ = attend(random(4, 8, dtype=np.float16), random(3, 8, dtype=np.float16), v)
    assert np.array_equal(output, np.full((4, 2), 65504))


def test_scores_too_large_for_single_precision():
    q = np.array([[1e30, 0]], np.float32)
    k = np.array([[1e30, 0], [0, 1], [1e30, 1]], np.float32)
    output, weights = attend(q, k, np.eye(3, dtype=np.float32))
    assert output.dtype == weights.dtype == np.float32
    assert np.array_equal(weights, [[0.5, 0, 0.5]])
    # All scores of one query too far below 0, those of the other not.
    q = np.array([[1, 0], [1e30, 0]], np.float32)
    k = np.array([[-2e30, 0], [-1e30, 0]], np.float32)
    _, weights = attend(q, k, np.eye(2, dtype=np.float32))
    assert np.array_equal(weights, [[0, 1], [0, 1]])


@pytest.mark.parametrize("size", [1.0, 40.0, 1e3, 1e15])
@pytest.mark.parametrize("masked", [False, True])
def test_single_precision_agrees_with_double(size, masked):
    q, k, v = random(2, 3, 40, 16) * size, random(2, 3, 50, 16), random(2, 3, 50, 8)
    q, k, v = (a.astype(np.float32) for a in (q, k, v))
    mask = random(40, 50) > 0 if masked else None
    wanted = attend(*(a.astype(np.float64) for a in (q, k, v)), mask=mask)
    # The largest scores of a row lie far apart, so that their rounding does not change places.
    for got, want in zip(attend(q, k, v, mask=mask), wanted, strict=True):
        np.testing.assert_allclose(got, want, atol=2e-3 if size < 1e3 else 0.2)


def test_masked_scores_do_not_decide_the_maximum():
    # The masked score is larger than the others by more than exp can bridge, in both directions.
    for far in (1e4, -1e4):
        q, k = np.array([[1.0]]), np.array([[1.0], [1.0 + math.log(3)], [far]])
        mask = np.array([[True, True, False]])
        output, weights = attend(q, k, np.array([[4.0], [8.0], [1e300]]), mask=mask)
        np.testing.assert_allclose(weights, [[0.25, 0.75, 0.0]], rtol=1e-12)
        np.testing.assert_allclose(output, [[7.0]], rtol=1e-12)


@pytest.mark.parametrize("dtype, far, near", [(np.float32, -90, -55), (np.float64, -600, -400)])
def test_a_weight_too_small_for_full_precision_is_zero(dtype, far, near):
    def weights_of(*scores):
        k = np.array(scores, dtype)[:, np.newaxis]
        return attend(np.ones((1, 1), dtype), k, k)[1][0]

    assert np.array_equal(weights_of(0, far), [1, 0])
    np.testing.assert_allclose(weights_of(0, near)[1], math.exp(near), rtol=1e-5)
    # It is the distance to the highest score that counts.
    for high in (-29, 29, -1000, 1000):
        low = high + near
        np.testing.assert_allclose(weights_of(high, low)[1], math.exp(near), rtol=1e-5)
        assert np.array_equal(weights_of(high, high + far), [1, 0])


def test_a_value_without_a_share_adds_nothing_however_large():
    k, v = np.array([[0], [-1000]], np.float32), np.array([[2], [3e38]], np.float32)
    output, weights = attend(np.ones((1, 1), np.float32), k, v)
    assert np.array_equal(weights, [[1, 0]]) and np.array_equal(output, [[2]])


def test_no_queries_give_an_empty_output():
    for leading in ((), (2,), (2, 3), (0,), (2, 0)):
        q, k, v = (np.ones((*leading, *last)) for last in ((0, 4), (5, 4), (5, 6)))
        output, weights = attend(q, k, v, is_causal=True, mask=np.ones((0, 5), bool))
        assert output.shape == (*leading, 0, 6) and weights.shape == (*leading, 0, 5)
        output, weights = array.attention(q, k, v)
        assert output.shape == (*leading, 0, 6) and weights.shape == (*leading, 0, 5)


def test_no_samples_give_an_empty_output():
    output, weights = attend(np.ones((0, 3, 4)), np.ones((0, 5, 4)), np.ones((0, 5, 6)))
    assert output.shape == (0, 3, 6) and weights.shape == (0, 3, 5)


def test_a_query_with_no_key_gets_zeros_wherever_its_scores_lie():
    mask = np.array([[False, False], [True, False]])
    for size in (1.0, 1e4, 1e15):
        output, weights = attend(size * np.ones((2, 3)), np.eye(2, 3), np.ones((2, 5)), mask=mask)
        assert np.array_equal(weights, [[0, 0], [1, 0]])
        assert np.array_equal(output, [[0] * 5, [1] * 5])


# --- what must not happen -------------------------------------------------------------------------


@pytest.mark.parametrize("name", CALLS)
def test_no_warning_and_no_floating_point_error(name):
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        for dtype in LARGEST:
            CALLS[name](dtype)


def test_no_warning_for_extreme_numbers():
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        for dtype, large in LARGEST.items():
            far = np.array([[large, -large], [-large, large]], dtype)
            array.softmax(far)
            array.softmax(far, 1e-300)
            array.norm(far)
            array.cosine(far, far)
            array.mix(far, far, 2.0)
            array.entropy(np.array([np.finfo(dtype).smallest_subnormal, 1.0], dtype))
            array.scaled(far, 0.01)
        attend(far * 1e-160, far * 1e-160, far, is_causal=True)
        attend(np.float32([[1e30]]), np.float32([[1e30]]), np.float32([[1]]))


def test_arguments_are_never_changed():
    q, k, v = random(2, 3, 4, 5) * 100, random(2, 3, 6, 5), random(2, 3, 6, 7)
    mask, key_mask = random(4, 6) > 0, random(2, 6) > 0
    arguments = (q, k, v, mask, key_mask)
    before = copy.deepcopy(arguments)
    for a in arguments:
        a.flags.writeable = False  # an attempt to write raises
    results = [attend(q, k, v, mask=mask, key_mask=key_mask, is_causal=True)[0]]
    results += array.attention(q, k, v)
    results += [array.softmax(q), array.softmax(q, 0.1), array.softmax(q, 9.0, axis=0)]
    results += [array.scaled(q, 1), array.norm(q), array.cosine(q, q), array.embed(0, q[0, 0])]
    results += [array.mix(q, q, 1), array.entropy(np.abs(q)), array.project(q, np.eye(5))]
    for a, b in zip(arguments, before, strict=True):
        assert np.array_equal(a, b)
    for result in results:
        assert not any(np.shares_memory(result, a) for a in arguments)
        assert result.flags.writeable


def test_lists_and_tuples_do_as_well_as_arrays():
    output, weights = attend([[1, 0]], ((1, 0), (0, 1)), [[6], [12]], mask=[[True, False]])
    assert np.array_equal(output, [[6.0]]) and np.array_equal(weights, [[1.0, 0.0]])


def test_attention_holds_no_second_array_of_scores():
    q, k, v = (random(2, 4, 256, 16, dtype=np.float32) for _ in "qkv")
    masks = ({}, {"is_causal": True}, {"key_mask": np.ones((2, 256), bool)})
    for options in masks:
        tracemalloc.start()
        _, weights = attend(q, k, v, **options)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 1.2 * 2 * weights.nbytes
