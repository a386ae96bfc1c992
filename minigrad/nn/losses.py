"""Losses: the prediction first, the target second, and `reduction`: "mean", "sum", or "none" for one value each."""

from __future__ import annotations

import warnings

import numpy as np

from ..operation import operation
from ..ops.activations import log_softmax, logsigmoid
from ..ops.choice import abs, clamp
from ..ops.common import array_of, broadcast_shape, like, must_float
from ..ops.elementwise import log, neg, sigmoid, sub
from ..ops.reduce import mean, sum
from ..ops.views import expand

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cross_entropy",
    "l1_loss",
    "mse_loss",
    "nll_loss",
    "smooth_l1_loss",
]


def reduced(values, reduction: str):
    """One value each, their sum, or their mean."""
    if reduction not in ("none", "sum", "mean"):
        raise ValueError(f"{reduction} is not a valid value for reduction: use 'none', 'sum' or 'mean'")
    return values if reduction == "none" else sum(values) if reduction == "sum" else mean(values)


def shared(g, count: int, reduction: str):
    """The gradient that reaches each value before the reduction."""
    return g / count if reduction == "mean" else g


def size_of(x) -> int:
    return array_of(x).size


def elementwise_loss(name: str, node: str, value, slope):
    """Declare a loss of the difference to the target, with its slope in the prediction."""

    def pull(g, self, target, reduction, beta):
        return shared(g, size_of(self), reduction) * slope(self - target, beta)

    @operation(
        name,
        node=node,
        promote=True,
        self=pull,
        target=lambda g, self, target, reduction, beta: -pull(g, self, target, reduction, beta),
    )
    def loss(self, target, reduction, beta):
        must_float(name, self)
        return reduced(value(self - target, beta), reduction)

    return loss


_mse = elementwise_loss("mse_loss", "MseLossBackward0", lambda d, _: d * d, lambda d, _: 2 * d)
_smooth = elementwise_loss(
    "smooth_l1_loss",
    "SmoothL1LossBackward0",
    lambda d, beta: np.where(np.abs(d) < beta, 0.5 * d * d / beta, np.abs(d) - 0.5 * beta),
    lambda d, beta: clamp(d / beta, -1, 1),
)


def aligned(name, input, target):
    """Prediction and target in one shape and type, with a warning when the shapes were different."""
    if tuple(input.shape) != tuple(target.shape):
        warnings.warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). They "
            f"broadcast, and {name} then compares every pair: give both the same shape.",
            UserWarning,
            stacklevel=3,
        )
        shape = broadcast_shape(input, target)
        input, target = (x if tuple(x.shape) == shape else expand(x, shape) for x in (input, target))
    return input, target


def mse_loss(input, target, reduction="mean"):
    """The squared difference.

    >>> import minigrad as mg
    >>> mg.nn.functional.mse_loss(mg.tensor([1.0, 2.0]), mg.tensor([1.0, 4.0]))
    tensor(2.)
    """
    return _mse(*aligned("mse_loss", input, target), reduction, None)


def smooth_l1_loss(input, target, reduction="mean", beta=1.0):
    """The squared difference over 2 beta where that is small, elsewhere the difference less beta / 2.

    >>> import minigrad as mg
    >>> mg.nn.functional.smooth_l1_loss(mg.tensor([1.0, 2.0]), mg.tensor([1.0, 4.0]))
    tensor(0.7500)
    """
    if beta == 0:
        return l1_loss(input, target, reduction)
    return _smooth(*aligned("smooth_l1_loss", input, target), reduction, beta)


def l1_loss(input, target, reduction="mean"):
    """The size of the difference.

    >>> import minigrad as mg
    >>> mg.nn.functional.l1_loss(mg.tensor([1.0, 2.0]), mg.tensor([1.0, 4.0]))
    tensor(1.)
    """
    return reduced(abs(sub(*aligned("l1_loss", input, target))), reduction)


@operation(
    "binary_cross_entropy",
    self=lambda g, self, target, weight, reduction: (
        shared(g, size_of(self), reduction) * weighed((self - target) / clamp((1 - self) * self, min=1e-12), weight)
    ),
    target=lambda g, self, weight, reduction: (
        shared(g, size_of(self), reduction) * weighed(log(1 - self) - log(self), weight)
    ),
)
def _bce(self, target, weight, reduction):
    if ((self < 0) | (self > 1)).any():
        raise RuntimeError("all elements of input should be between 0 and 1: they are probabilities")
    terms = -(target * np.maximum(np.log(self), -100) + (1 - target) * np.maximum(np.log1p(-self), -100))
    return reduced(weighed(terms, weight), reduction).astype(self.dtype)


@operation(
    "binary_cross_entropy_with_logits",
    self=lambda g, self, target, weight, pos_weight, reduction: (
        shared(g, size_of(self), reduction) * weighed(logit_slope(self, target, pos_weight), weight)
    ),
    target=lambda g, self, weight, pos_weight, reduction: (
        shared(g, size_of(self), reduction)
        * weighed(-self if pos_weight is None else logsigmoid(-self) - pos_weight * logsigmoid(self), weight)
    ),
)
def _bce_logits(self, target, weight, pos_weight, reduction):
    more = 1 if pos_weight is None else (pos_weight - 1) * target + 1
    return reduced(weighed((1 - target) * self - more * logsigmoid(self), weight), reduction)


def logit_slope(x, target, pos_weight):
    if pos_weight is None:
        return sigmoid(x) - target
    scale = pos_weight * target
    return (scale + 1 - target) * sigmoid(x) - scale


def weighed(x, weight):
    return x if weight is None else x * weight


def one_size(input, target):
    """ValueError unless prediction and target have one shape."""
    if tuple(input.shape) != tuple(target.shape):
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")


def binary_cross_entropy(input, target, weight=None, reduction="mean"):
    """-(y log p + (1 - y) log(1 - p)) of probabilities; a logarithm is at least -100.

    >>> import minigrad as mg
    >>> mg.nn.functional.binary_cross_entropy(mg.tensor([0.5, 0.5]), mg.tensor([1.0, 0.0]))
    tensor(0.6931)
    """
    if tuple(input.shape) != tuple(target.shape):
        raise ValueError(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}) is "
            "deprecated. Please ensure they have the same size."
        )
    return _bce(input, target, weight, reduction)


def binary_cross_entropy_with_logits(input, target, weight=None, reduction="mean", pos_weight=None):
    """`binary_cross_entropy` of sigmoid(input), exact where that would round to 0 or 1.

    `pos_weight` multiplies the terms of positive targets. ValueError for shapes that differ.

    >>> import minigrad as mg
    >>> mg.nn.functional.binary_cross_entropy_with_logits(mg.tensor([0.0, 0.0]), mg.tensor([1.0, 0.0]))
    tensor(0.6931)
    """
    one_size(input, target)
    return _bce_logits(input, target, weight, pos_weight, reduction)


# --- losses of classes ---


@operation(
    "nll_loss",
    linear=True,
    self=lambda g, self_shape, target, weight, ignore_index, reduction: _nll_backward(
        g, self_shape, target, weight, ignore_index, reduction
    ),
)
def _nll(self, target, weight, ignore_index, reduction):
    if all_count(target, weight, ignore_index, self.shape, reduction):
        return np.add.reduce(self[np.arange(len(target)), target]) / -len(target)
    w = class_weights(target, weight, ignore_index, self)
    place = np.where(target == ignore_index, 0, target)
    terms = -np.take_along_axis(self, np.expand_dims(place, min(1, self.ndim - 1)), min(1, self.ndim - 1))
    terms = np.squeeze(terms, min(1, self.ndim - 1)) * w
    return (
        terms
        if reduction == "none"
        else np.add.reduce(terms, axis=None) / (np.add.reduce(w, axis=None) if reduction == "mean" else 1)
    )


@operation(
    "nll_loss_backward",
    node="NllLossBackwardBackward0",
    linear=True,
    self=lambda g, target, weight, ignore_index, reduction: _nll(g, target, weight, ignore_index, reduction),
)
def _nll_backward(self, shape, target, weight, ignore_index, reduction):
    """The gradient of `nll_loss`: minus the share of each example, at its class."""
    grad = np.zeros(shape, self.dtype)
    if all_count(target, weight, ignore_index, shape, reduction):
        grad[np.arange(len(target)), target] = self / -len(target)
        return grad
    dim = min(1, len(shape) - 1)
    w = class_weights(target, weight, ignore_index, grad)
    place = np.expand_dims(np.where(target == ignore_index, 0, target), dim)
    np.put_along_axis(grad, place, -np.expand_dims(w * self, dim), dim)
    return grad / np.add.reduce(w, axis=None) if reduction == "mean" else grad


def all_count(target, weight, ignore_index, shape, reduction) -> bool:
    """Whether this is the usual case: the mean over examples that all count alike."""
    return (
        reduction == "mean"
        and weight is None
        and len(shape) == 2
        and ignore_index < 0
        and target.size > 0
        and target.dtype == np.int64
        and np.maximum.reduce(target.view(np.uint64)) < shape[1]
    )  # -1 is large there


def class_weights(target, weight, ignore_index, x):
    """The weight of each example: that of its class, 0 for those to be ignored. IndexError for no such class."""
    classes, used = x.shape[min(1, x.ndim - 1)], target != ignore_index
    wrong = target[used & ((target < 0) | (target >= classes))]
    if wrong.size:
        raise IndexError(f"Target {wrong.flat[0]} is out of bounds: there are {classes} classes")
    w = np.ones(classes, x.dtype) if weight is None else weight
    return np.where(used, w[np.where(used, target, 0)], 0).astype(x.dtype)


def nll_loss(input, target, weight=None, ignore_index=-100, reduction="mean"):
    """Minus the log-probability of each target class: (n, c) and (n). Weighted mean when classes have weights.

    >>> import minigrad as mg
    >>> mg.nn.functional.nll_loss(mg.tensor([[-1.0, -2.0]]), mg.tensor([1]))
    tensor(2.)
    """
    scores, classes = array_of(input), array_of(target)
    if scores.ndim > 1 and scores.shape[0] != classes.shape[0]:
        raise ValueError(
            f"Expected input batch_size ({scores.shape[0]}) to match target batch_size "
            f"({classes.shape[0]}): one class for each example"
        )
    if classes.dtype.kind not in "iu":
        raise RuntimeError("expected scalar type Long but found a target of another type: class numbers are integers")
    return _nll(input, target, weight, ignore_index, reduction)


def cross_entropy(input, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
    """`nll_loss` of `log_softmax`: scores (n, c), and classes (n) or probabilities (n, c).

    IndexError for a class that is not there.

    >>> import minigrad as mg
    >>> mg.nn.functional.cross_entropy(mg.tensor([[0.0, 0.0]]), mg.tensor([1]))
    tensor(0.6931)
    """
    dim = 1 if input.ndim > 1 else input.ndim - 1
    scores = log_softmax(input, dim)
    if array_of(target).dtype.kind != "f" and label_smoothing == 0:
        return nll_loss(scores, target, weight, ignore_index, reduction)
    n = input.shape[dim]
    share = target
    if array_of(target).dtype.kind != "f":
        share = like(input, (array_of(target)[..., None] == np.arange(n)).astype(array_of(input).dtype))
    share = share * (1 - label_smoothing) + label_smoothing / n
    terms = neg(sum(scores * weighed(share, weight), dim))
    return terms if reduction == "none" else sum(terms) if reduction == "sum" else sum(terms) / max(size_of(terms), 1)
