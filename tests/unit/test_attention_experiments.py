"""The instruments of the experiments in chapter 6 measure what the chapter says they measure."""

import numpy as np
import pytest
import torch
from chapters import ROOT, cells


@pytest.fixture(scope="module")
def chapter():
    """Return the names that the cells with the toy, the gain and the probe define."""
    found = {"np": np, "torch": torch}
    threads = torch.get_num_threads()
    for cell in cells(ROOT / "book" / "06-values.ipynb"):
        for start in ("D, SEEDS =", "def gain(", "def probe("):
            if "claim" in cell["tags"] and cell["source"].startswith(start):
                # What follows two blank lines after the function runs the experiment.
                keep = cell["source"] if start[0] == "D" else cell["source"].split("\n\n\n")[0]
                exec(keep, found)
    yield found
    torch.set_num_threads(threads)


def test_a_sentence_is_what_the_chapter_says(chapter):
    x, wanted = chapter["sentences"](400, torch.Generator().manual_seed(1))
    assert x.shape == (400, 8, 16) and wanted.shape == (400, 4, 8)
    modifiers, nouns = x[:, 0::2], x[:, 1::2]
    assert (modifiers[..., :8] - wanted).std().item() == pytest.approx(0.05, abs=0.005)
    # Each token has one part of speech: a modifier one of three, in about equal numbers; or noun.
    speech = x[..., 8:12].round()
    assert (speech.sum(-1) == 1).all() and (nouns[..., 11].round() == 1).all()
    assert (modifiers[..., 11].round() == 0).all()
    assert (speech[:, 0::2, :3].mean((0, 1)) - 1 / 3).abs().max() < 0.05
    # Modifier and noun of a pair have one tag, different from that of the other pairs.
    tags = x[..., 12:].round().argmax(-1)
    assert (tags == torch.tensor([0, 0, 1, 1, 2, 2, 3, 3])).all()
    # The meanings of modifier and noun are independent.
    joint = (modifiers[..., :8] * nouns[..., :8]).mean()
    assert abs(joint.item()) < 0.05


def test_gain_of_known_matrices(chapter):
    gain, MEANING, CLASSES, OTHERS = (chapter[n] for n in ("gain", "MEANING", "CLASSES", "OTHERS"))
    identity = torch.eye(16).repeat(8, 1, 1)
    assert torch.allclose(gain(identity, MEANING, MEANING), torch.ones(8))
    assert torch.allclose(gain(3 * identity, MEANING, MEANING), 3 * torch.ones(8))
    assert torch.allclose(gain(identity, MEANING, OTHERS), torch.zeros(8))
    # A class less the mean of three: (2/3, -1/3, -1/3) has length √(2/3).
    assert torch.allclose(gain(identity, CLASSES, OTHERS), torch.full((8,), (2 / 3) ** 0.5))
    # What the classes have in common is not counted.
    shared = torch.zeros(8, 16, 16)
    shared[:, CLASSES, 8] = 5
    assert torch.allclose(gain(shared, CLASSES, OTHERS), torch.zeros(8), atol=1e-6)


def test_both_matrices_fixed_cannot_and_either_one_can(chapter):
    """A short training: with W_V = W_O = I the error stays, else it falls well below."""
    train = chapter["train"]
    cannot = train(fixed="VO", steps=250)[2]
    assert cannot.min() > 0.2
    for fixed in ("V", "O"):
        before, after, error = train(fixed=fixed, steps=250)
        assert error.max() < 0.1, fixed
        assert torch.equal(before[fixed], after[fixed])


def test_the_seeds_are_trained_independently(chapter):
    """Eight heads at once are eight heads: they start apart and end apart."""
    before, after, _ = chapter["train"](steps=5)
    for W in (before, after):
        for name in "QKVO":
            for i in range(7):
                assert not torch.allclose(W[name][i], W[name][i + 1])
    for name in "QKVO":
        assert not torch.allclose(before[name], after[name])


def test_the_probe_finds_what_is_there_and_nothing_else(chapter):
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 2, 1_000)
    x = rng.standard_normal((1_000, 6))
    x[:, 2] += 8 * labels + 100  # far from 0: the probe takes the mean off
    sees, blind = np.eye(6)[:, 2:4], np.eye(6)[:, 4:6]
    small = 1e-3 * sees
    found = chapter["probe"](x, np.stack([sees, blind, small]), labels)
    assert found.shape == (3,)
    assert found[0] > 0.99 and abs(found[1] - 0.5) < 0.05
    assert found[2] > 0.99  # presence, not size
    noise = chapter["probe"](x, np.eye(6)[None], rng.permutation(labels))
    assert abs(noise[0] - 0.5) < 0.05


def test_the_impossible_wish_by_its_singular_values():
    """The chapter scans all proportions; the theorem on the best product agrees."""
    wish = np.array([[3.0, 0.0], [0.0, 2.0]])
    assert np.linalg.svd(wish, compute_uv=False)[1] == pytest.approx(2)
