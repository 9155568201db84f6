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
        if "\ndef between(" in cell["source"]:
            exec("def between(" + cell["source"].split("def between(")[1].split("\n\n\n")[0], found)
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
    tags = slice(12, 16)  # likewise: (3/4, -1/4, -1/4, -1/4)
    assert torch.allclose(gain(identity, tags), torch.full((8,), 0.75**0.5))
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
        before, after, error, _ = train(fixed=fixed, steps=250)
        assert error.max() < 0.1, fixed
        assert torch.equal(before[fixed], after[fixed])


def test_one_matrix_for_key_and_value_is_enough_only_in_a_wide_head(chapter):
    """Three times as long as in the chapter: the narrow head is not merely slow."""
    train = chapter["train"]
    before, after, error, _ = train(tied=True)
    for W in (before, after):
        assert torch.equal(W["K"], W["V"])
    assert not torch.allclose(before["K"], after["K"]) and error.max() < 0.02
    assert train(tied=True, d_head=8, steps=1_050)[2].min() > 0.15
    assert train(d_head=8)[2].max() < 0.02


def test_what_is_free_changes_no_matrix_that_leads_there(chapter):
    """Free outputs give W_O no slope: part of speech falls there by W_V alone, or by decay."""
    train, OTHERS = chapter["train"], chapter["OTHERS"]
    before, after, _, _ = train(costs=False, steps=30)
    assert torch.equal(before["O"][..., OTHERS], after["O"][..., OTHERS])
    before, after, _, _ = train(costs=False, decay=0.3, steps=30)
    assert (before["O"][..., OTHERS].abs() > after["O"][..., OTHERS].abs()).all()


def test_the_part_of_the_variance_between_two_labels(chapter):
    rng = np.random.default_rng(4)
    labels = np.arange(1_000) % 2
    x = rng.standard_normal((1_000, 5))
    x[:, 0] = 2.0 * labels - 1 + 50  # ±1 by label alone: variance 1, all of it between
    x[:, 1] -= x[labels == 0, 1].mean() * (labels == 0) + x[labels == 1, 1].mean() * labels
    x[:, 1] /= x[:, 1].std()  # variance 1, nothing of it between
    first, second = np.eye(5)[:, :1], np.eye(5)[:, 1:2]
    both = np.eye(5)[:, :2]
    views = np.stack([np.hstack([first, 0 * first]), np.hstack([0 * second, second]), both])
    found = chapter["between"](x, views, labels)
    cross = np.cov(x[:, :2].T, bias=True)[0, 1]
    assert found == pytest.approx([1, 0, 0.5], abs=1e-9) and abs(cross) < 1e-9
    # A size for all components at once changes nothing; a larger first one does.
    assert chapter["between"](3 * x, views, labels) == pytest.approx(found, abs=1e-9)
    x[:, 0] *= 3
    assert chapter["between"](x, views, labels)[2] == pytest.approx(0.9)


def test_the_seeds_are_trained_independently(chapter):
    """Eight heads at once are eight heads: they start apart and end apart."""
    before, after, error, own = chapter["train"](steps=5)
    assert error.shape == own.shape == (8,)
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
