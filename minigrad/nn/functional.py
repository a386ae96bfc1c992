"""Functions of neural networks: bends, layers without state, and losses.

A loss takes the prediction first, the target second, and `reduction`: "mean", "sum", or "none" for one value each.
"""

import functools
import warnings

import numpy as np

from ..declare import moving, operation
from ..errors import require
from ..ops import abs, addmm, clamp, log, log_softmax, matmul, mm, relu, sigmoid, sign, softmax, t, tanh, where  # noqa: F401
from ..ops.activations import elu, gelu, leaky_relu, logsigmoid, silu, softplus  # noqa: F401
from ..ops.arithmetic import _sub
from ..ops.arrange import pad  # noqa: F401
from ..ops.common import array_of, broadcast_shape, everything, kind_of, must_float
from ..ops.reduce import mean, sum
from ..ops.views import expand, unsqueeze
from ..tensor import batched, wrap
from .convolution import conv1d  # noqa: F401

# --- layers ---


def linear(input, weight, bias=None):
    """`input @ weight.T + bias`: (..., k), (m, k) and (m) to (..., m).

    >>> mg.nn.functional.linear(mg.tensor([[1.0, 2.0]]), mg.tensor([[3.0, 4.0]]), mg.tensor([0.5]))
    tensor([[11.5000]])
    """
    if input.ndim == 2 and weight.ndim == 2:
        return mm(input, t(weight)) if bias is None else addmm(bias, input, t(weight))
    product = matmul(input, t(weight))
    return product if bias is None else product + bias


def one_hot(self, num_classes=-1):
    """A dimension more, 0 but for a 1 at the class each element names.

    >>> mg.nn.functional.one_hot(mg.tensor([0, 2]), 3)
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    index = everything(self)
    require(index.dtype == np.int64, "one_hot is only applicable to index tensor of type LongTensor")
    explicit = "When vmap-ing torch.nn.functional.one_hot, please provide an explicit positive num_classes argument."
    require(num_classes != -1 or not batched(self), explicit)
    n = int(index.max()) + 1 if num_classes == -1 else num_classes
    require((index >= 0).all(), "Class values must be non-negative.")
    require((index < n).all(), "Class values must be smaller than num_classes.")
    return (unsqueeze(self, self.ndim) == wrap(np.arange(n))).long()


# --- losses ---

loss = functools.partial(operation, kind="loss", promote=True)


def reduced(values, reduction: str):
    """One value each, their sum, or their mean."""
    if reduction not in ("none", "sum", "mean"):
        raise ValueError(f"{reduction} is not a valid value for reduction: use 'none', 'sum' or 'mean'")
    return values if reduction == "none" else sum(values) if reduction == "sum" else mean(values)


def part(g, x, reduction: str):
    """The gradient that reaches each value before the reduction."""
    return g / array_of(x).size if reduction == "mean" else g


def aligned(name, input, target):
    """Prediction and target in one shape, with a warning when the shapes were different."""
    if tuple(input.shape) != tuple(target.shape):
        what = f"Using a target size ({target.shape}) that is different to the input size ({input.shape})."
        why = f"They broadcast, and {name} then compares every pair: give both the same shape."
        warnings.warn(f"{what} {why}", UserWarning, stacklevel=3)
        shape = broadcast_shape(input, target)
        input, target = (x if tuple(x.shape) == shape else expand(x, shape) for x in (input, target))
    return input, target


@loss(
    self=lambda g, self, target, reduction: part(g, self, reduction) * (2 * (self - target)),
    target=lambda g, self, target, reduction: part(g, self, reduction) * (2 * (target - self)),
)
def _mse_loss(self, target, reduction):
    must_float("mse_cpu", self)
    d = self - target
    return reduced(d * d, reduction)


def mse_loss(input, target, reduction="mean"):
    """The squared difference.

    >>> mg.nn.functional.mse_loss(mg.tensor([1.0, 2.0]), mg.tensor([1.0, 4.0]))
    tensor(2.)
    """
    return _mse_loss(*aligned("mse_loss", input, target), reduction)


def bent(d, beta):
    """The slope of `smooth_l1_loss`: it grows up to beta, and is 1 from there on."""
    return where(abs(d) < beta, d / beta, where(d == d, sign(d), float("nan")))


@loss(
    self=lambda g, self, target, reduction, beta: part(g, self, reduction) * bent(self - target, beta),
    target=lambda g, self, target, reduction, beta: part(g, self, reduction) * bent(target - self, beta),
)
def _smooth_l1_loss(self, target, reduction, beta):
    must_float("smooth_l1_cpu", self)
    d = np.abs(self - target)
    return reduced(np.where(d < beta, 0.5 * d * d / beta, d - 0.5 * beta), reduction)


def smooth_l1_loss(input, target, reduction="mean", beta=1.0):
    """The squared difference over 2 beta where that is small, elsewhere the difference less beta / 2.

    >>> mg.nn.functional.smooth_l1_loss(mg.tensor([1.0, 2.0]), mg.tensor([1.0, 4.0]))
    tensor(0.7500)
    """
    require(beta >= 0, "smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return l1_loss(input, target, reduction)
    return _smooth_l1_loss(*aligned("smooth_l1_loss", input, target), reduction, beta)


def l1_loss(input, target, reduction="mean"):
    """The size of the difference.

    >>> mg.nn.functional.l1_loss(mg.tensor([1.0, 2.0]), mg.tensor([1.0, 4.0]))
    tensor(1.)
    """
    return reduced(abs(_sub(*aligned("l1_loss", input, target))), reduction)


# --- of probabilities ---


def of_probability(g, self, target, reduction):
    """The gradient of `binary_cross_entropy` in its first argument, finite where that is 0 or 1."""
    return part(g, self, reduction) * ((self - target) / clamp((1 - self) * self, min=1e-12))


def of_certainty(g, self, reduction):
    """The gradient in its second argument, of which it is linear."""
    return part(g, self, reduction) * (log(1 - self) - log(self))


@operation(kind="loss", self=of_probability, target=of_certainty)
def _binary_cross_entropy(self, target, reduction):
    outside = ((self < 0) | (self > 1)).any()
    require(not outside, "all elements of input should be between 0 and 1: they are probabilities")
    terms = -(target * np.maximum(np.log(self), -100) + (1 - target) * np.maximum(np.log1p(-self), -100))
    return reduced(terms, reduction).astype(self.dtype)


def binary_cross_entropy(input, target, reduction="mean"):
    """-(target log(input) + (1 - target) log(1 - input)), the logarithms no less than -100.

    RuntimeError unless input is between 0 and 1; ValueError for shapes that differ.

    >>> mg.nn.functional.binary_cross_entropy(mg.tensor([0.5, 0.5]), mg.tensor([1.0, 0.0]))
    tensor(0.6931)
    """
    if tuple(input.shape) != tuple(target.shape):
        sizes = f"Using a target size ({target.shape}) that is different to the input size ({input.shape})"
        raise ValueError(f"{sizes} is deprecated. Please ensure they have the same size.")
    return _binary_cross_entropy(input, target, reduction)


@loss(
    self=lambda g, self, target, reduction: part(g, self, reduction) * (sigmoid(self) - target),
    target=lambda g, self, reduction: part(g, self, reduction) * -self,
)
def _binary_cross_entropy_with_logits(self, target, reduction):
    return reduced((1 - target) * self - logsigmoid(self), reduction)


def binary_cross_entropy_with_logits(input, target, reduction="mean"):
    """`binary_cross_entropy` of sigmoid(input), exact where that would round to 0 or 1.

    ValueError for shapes that differ.

    >>> mg.nn.functional.binary_cross_entropy_with_logits(mg.tensor([0.0, 0.0]), mg.tensor([1.0, 0.0]))
    tensor(0.6931)
    """
    if tuple(input.shape) != tuple(target.shape):
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    return _binary_cross_entropy_with_logits(input, target, reduction)


# --- of classes ---


def places(target) -> tuple:
    """Where the scores of the target classes are."""
    if target.ndim == 1:
        return (row_numbers(len(target)), target)
    lead = np.indices(target.shape, sparse=True)
    return (*lead[:1], target, *lead[1:])


@functools.lru_cache(64)
def row_numbers(n: int) -> np.ndarray:
    return np.arange(n)


SIGNED, UNSIGNED = np.dtype("i8"), np.dtype("u8")


def check_classes(x, target) -> None:
    """ValueError, RuntimeError and IndexError for classes that are too few, no integers, or not there."""
    if x.ndim > 1 and x.shape[0] != target.shape[0]:
        sizes = f"Expected input batch_size ({x.shape[0]}) to match target batch_size ({target.shape[0]})"
        raise ValueError(f"{sizes}: one class for each example")
    if target.dtype.kind not in "iu":
        raise RuntimeError("expected target dtype to be Long, not another: class numbers are integers")
    classes = x.shape[1] if x.ndim > 1 else x.shape[0]
    unsigned = target.astype(SIGNED, copy=False).view(UNSIGNED)  # where negative numbers are the largest
    if target.size and np.maximum.reduce(unsigned, axis=None) >= classes:
        wrong = target[(target < 0) | (target >= classes)]
        raise IndexError(f"Target {wrong.flat[0]} is out of bounds: there are {classes} classes")


def total(target, weight):
    """What a mean divides by: the number of examples, or the sum of the weights of their classes."""
    return target.size if weight is None else np.add.reduce(weight[target], axis=None)


def at_classes(g, self, target, weight, reduction):
    """The gradient of `nll_loss`."""
    return nll_loss_backward(g, self.shape, target, weight, reduction)


@moving(self=at_classes)
def nll_loss(self, target, weight=None, reduction="mean"):
    """Minus the log-probability of each target class: (n, c) and (n). Weighted mean when classes have weights.

    IndexError for a class that is not there.

    >>> mg.nn.functional.nll_loss(mg.tensor([[-1.0, -2.0]]), mg.tensor([1]))
    tensor(2.)
    """
    check_classes(self, target)
    terms = self[places(target)] if weight is None else self[places(target)] * weight[target]
    if reduction == "none":
        return -terms
    return np.add.reduce(terms, axis=None) / -(total(target, weight) if reduction == "mean" else 1)


@moving(self=lambda g, target, weight, reduction: nll_loss(g, target, weight, reduction))
def nll_loss_backward(self, shape, target, weight, reduction):
    """The gradient of `nll_loss`: minus the share of each example, at its class."""
    share = self / -(total(target, weight) if reduction == "mean" else 1)
    out = np.zeros(shape, self.dtype)
    out[places(target)] = share if weight is None else share * weight[target]
    return out


def cross_entropy(input, target, weight=None, reduction="mean"):
    """`nll_loss` of `log_softmax`: scores (n, c), and classes (n) or probabilities (n, c).

    >>> mg.nn.functional.cross_entropy(mg.tensor([[0.0, 0.0]]), mg.tensor([1]))
    tensor(0.6931)
    """
    ndim = array_of(input).ndim
    dim = 1 if ndim > 1 else ndim - 1
    scores = log_softmax(input, dim, None)
    if kind_of(target) != "f":
        return nll_loss(scores, target, weight, reduction)
    terms = -sum(scores * (target if weight is None else target * weight), dim)
    return sum(terms) / max(array_of(terms).size, 1) if reduction == "mean" else reduced(terms, reduction)
