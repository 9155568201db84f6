"""Measure the array library against torch: the same arrays, the same threads, run in turn.

A ratio compares the best of several runs of each, since what else the machine does can only make a
run slower.
"""

import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

sys.path.insert(0, str(Path(__file__).parent.parent / "book"))

from attention.array import scaled_dot_product_attention, score_matrix, softmax  # noqa: E402

TURNS = 15
MOST_SECONDS = 20


def rows():
    """Return [(name, measured, target, unit, ok)]; a unit of x is a multiple of torch's time."""
    return _softmax_and_scores() + _attention()


def _softmax_and_scores():
    generator = np.random.default_rng(0)
    scores = generator.standard_normal((8, 12, 512, 512), dtype=np.float32)
    query, key = (generator.standard_normal((8, 12, 512, 64), dtype=np.float32) for _ in "qk")
    t_scores, t_query, t_key = (torch.from_numpy(a) for a in (scores, query, key))
    ours, torchs = _best_times(lambda: softmax(scores), lambda: torch.softmax(t_scores, -1))
    result = [_row("softmax (8, 12, 512, 512) float32 / torch", ours / torchs, 2.0)]
    ours, torchs = _best_times(lambda: score_matrix(query, key), lambda: t_query @ t_key.mT)
    return result + [_row("score_matrix (8, 12, 512, 64) float32 / torch", ours / torchs, 2.0)]


def _attention():
    generator = np.random.default_rng(1)
    arrays = [generator.standard_normal((4, 8, 512, 64), dtype=np.float32) for _ in "qkv"]
    tensors = [torch.from_numpy(a) for a in arrays]
    key_mask = np.arange(512) < np.array([[512], [400], [300], [100]])  # (batch, seq_k)
    t_mask = torch.from_numpy(key_mask)[:, None, None, :]
    settings = [
        ("without a mask", {}, {}),
        ("causal", {"is_causal": True}, {"is_causal": True}),
        ("with a key mask", {"key_mask": key_mask}, {"attn_mask": t_mask}),
    ]
    result = []
    for name, options, t_options in settings:

        def ours(options=options):
            return scaled_dot_product_attention(*arrays, **options)

        def fused(t_options=t_options):
            return torch.nn.functional.scaled_dot_product_attention(*tensors, **t_options)

        def plain(fused=fused):
            with sdpa_kernel(SDPBackend.MATH):
                return fused()

        best_ours, best_fused, best_plain = _best_times(ours, fused, plain)
        name = f"attention (4, 8, 512, 64) float32 {name}"
        result.append(_row(f"{name} / torch, fused", best_ours / best_fused, 2.5))
        result.append(_row(f"{name} / torch, MATH", best_ours / best_plain, 1.0))
        scores_and_weights = 2 * ours()[1].nbytes
        result.append(
            _row(f"{name}: peak / scores + weights", _peak(ours) / scores_and_weights, 1.2)
        )
    return result


def _row(name, measured, target):
    return (name, measured, target, "x", measured <= target)


def _best_times(*functions):
    """Return the shortest time of each, in seconds; they take turns, so that all meet the same.

    Ends when TURNS turns in a row have made none shorter by 2 %, or after MOST_SECONDS.
    """
    best = [float("inf")] * len(functions)
    idle_turns, end = 0, time.perf_counter() + MOST_SECONDS
    while idle_turns < TURNS and time.perf_counter() < end:
        idle_turns += 1
        for i, function in enumerate(functions):
            start = time.perf_counter()
            function()
            seconds = time.perf_counter() - start
            if seconds < 0.98 * best[i]:
                idle_turns = 0
            best[i] = min(best[i], seconds)
    return best


def _peak(function):
    """Return the most bytes that Python and NumPy held during one call, beyond those before it."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        function()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


def main():
    """Print the table; return 1 when a target is missed."""
    print(f"torch {torch.__version__}, {torch.get_num_threads()} threads; numpy {np.__version__}")
    missed = 0
    for name, measured, target, unit, ok in rows():
        missed += not ok
        print(f"{name:<76} {measured:6.2f} {unit} (at most {target}) {'ok' if ok else 'MISSED'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
