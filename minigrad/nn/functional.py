"""Functions of neural networks: bends, layers without state, and the losses of `losses`."""

from __future__ import annotations

import numpy as np

from ..operation import operation
from ..ops.activations import elu, gelu, leaky_relu, log_softmax, logsigmoid, silu, softmax, softplus
from ..ops.arrange import pad
from ..ops.choice import relu
from ..ops.common import array_of, like
from ..ops.elementwise import mul, neg, sigmoid, tanh
from ..ops.linear import addmm, matmul, mm
from ..ops.select import index_add, inside
from ..ops.views import reshape, t, zeros_for
from ..random import default_generator
from ..tensor import look, wrap
from .convolution import conv1d
from .losses import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    l1_loss,
    mse_loss,
    nll_loss,
    smooth_l1_loss,
)

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "conv1d",
    "cross_entropy",
    "dropout",
    "elu",
    "embedding",
    "gelu",
    "l1_loss",
    "leaky_relu",
    "linear",
    "log_softmax",
    "logsigmoid",
    "mse_loss",
    "nll_loss",
    "one_hot",
    "pad",
    "relu",
    "sigmoid",
    "silu",
    "smooth_l1_loss",
    "softmax",
    "softmin",
    "softplus",
    "tanh",
]

# --- layers ---


def linear(input, weight, bias=None):
    """`input @ weight.T + bias`: (..., k), (m, k) and (m) to (..., m).

    >>> import minigrad as mg
    >>> mg.nn.functional.linear(mg.tensor([[1.0, 2.0]]), mg.tensor([[3.0, 4.0]]), mg.tensor([0.5]))
    tensor([[11.5000]])
    """
    if input.ndim == 2 and weight.ndim == 2:
        return mm(input, t(weight)) if bias is None else addmm(bias, input, t(weight))
    product = matmul(input, t(weight))
    return product if bias is None else product + bias


def embedding(input, weight):
    """The rows of `weight` that `input` names: (...) and (n, d) to (..., d). IndexError for one that is not there.

    >>> import minigrad as mg
    >>> mg.nn.functional.embedding(mg.tensor([1, 0]), mg.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[3., 4.],
            [1., 2.]])
    """
    return _embedding(weight, input)


@operation(
    "embedding",
    linear=True,
    self=lambda g, self_shape, index: index_add(
        zeros_for(g, self_shape), 0, reshape(index, (-1,)), reshape(g, (-1, self_shape[1]))
    ),
)
def _embedding(self, index):
    return self[inside(index.reshape(-1), self.shape[0])].reshape(*index.shape, self.shape[1])


def dropout(input, p=0.5, training=True, inplace=False):
    """Each element set to 0 with probability p, the rest divided by 1 - p; in training only.

    >>> import minigrad as mg
    >>> mg.nn.functional.dropout(mg.tensor([1.0, 2.0]), training=False)
    tensor([1., 2.])
    """
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    look(None, "random")
    kept = default_generator.uniform(array_of(input).size, np.float64).reshape(tuple(input.shape)) >= p
    return mul(input, like(input, (kept / (1 - p if p < 1 else 1)).astype(array_of(input).dtype)))


def softmin(input, dim):
    """`softmax` of the negated input.

    >>> import minigrad as mg
    >>> mg.nn.functional.softmin(mg.tensor([1.0, 1.0]), 0)
    tensor([0.5000, 0.5000])
    """
    return softmax(neg(input), dim)


def one_hot(self, num_classes=-1):
    """A dimension more, 0 but for a 1 at the class each element names.

    >>> import minigrad as mg
    >>> mg.nn.functional.one_hot(mg.tensor([0, 2]), 3)
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    index = array_of(self)
    if index.dtype != np.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor")
    if index.size and index.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    n = int(index.max()) + 1 if num_classes == -1 else num_classes
    if index.size and index.max() >= n:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return wrap((index[..., None] == np.arange(n)).astype("i8"))
