"""What the hypothesis tests draw: sizes, and arrays filled from a seed."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

# The same cases on every machine and in every run.
repeatable = settings(max_examples=80, deadline=None, derandomize=True, database=None)

sizes = st.integers(1, 6)
seeds = st.integers(0, 2**32 - 1)


@st.composite
def attention_inputs(draw):
    """Draw float64 (query, key, value) with leading axes that broadcast, and a seeded generator."""
    generator = np.random.default_rng(draw(seeds))
    seq_q, seq_k, d_head, d_value = (draw(sizes) for _ in range(4))
    leading = tuple(draw(st.lists(st.integers(1, 3), max_size=3)))
    size = draw(st.sampled_from([0.1, 1.0, 10.0, 100.0]))

    def array(*last):
        # Any leading axis may be 1, and the first ones may be missing.
        kept = [draw(st.sampled_from([1, n])) for n in leading]
        kept = kept[draw(st.integers(0, len(kept))) :]
        return size * generator.standard_normal((*kept, *last))

    query = size * generator.standard_normal((*leading, seq_q, d_head))
    return query, array(seq_k, d_head), array(seq_k, d_value), generator


@st.composite
def masked_attention_inputs(draw):
    """Draw (query, key, value) of four axes, all sizes free, and keyword masks for them."""
    generator = np.random.default_rng(draw(seeds))
    batch, n_heads, seq_q, seq_k, d_head, d_value = (draw(sizes) for _ in range(6))
    query = generator.standard_normal((batch, n_heads, seq_q, d_head))
    key = generator.standard_normal((batch, n_heads, seq_k, d_head))
    value = generator.standard_normal((batch, n_heads, seq_k, d_value))
    query *= draw(st.sampled_from([1.0, 30.0, 1000.0]))  # also far beyond what exp can take
    masks = {}
    if draw(st.booleans()):
        shape = draw(
            st.sampled_from(
                [
                    (seq_q, seq_k),
                    (1, seq_k),
                    (batch, 1, seq_q, seq_k),
                    (1, n_heads, seq_q, seq_k),
                    (batch, n_heads, seq_q, seq_k),
                ]
            )
        )
        masks["mask"] = generator.random(shape) < draw(st.sampled_from([0.3, 0.8]))
    if draw(st.booleans()):
        masks["key_mask"] = generator.random((batch, seq_k)) < 0.7
    if draw(st.booleans()):
        masks["is_causal"] = True
    return query, key, value, masks
