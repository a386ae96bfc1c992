"""The bends of neural networks: elementwise ones, and softmax along a dimension.

`minigrad.nn.functional` offers them under their usual names; some are methods too.
"""

from __future__ import annotations

import math

import numpy as np

from ..operation import operation
from .common import array_of, each, in_order, like, must_float
from .elementwise import erf, exp, log1p, logistic, sigmoid
from .memory import cast
from .reduce import sum
from .views import wrapped

__all__ = ["log_softmax", "softmax"]

ROOT_2, ROOT_2PI = math.sqrt(2), math.sqrt(2 * math.pi)


def smooth_step(x):
    must_float("silu_cpu", x)
    return x * logistic(x)


def log_logistic(x):
    must_float("log_sigmoid_cpu", x)
    return in_order(np.minimum(x, 0) - log1p(exp(-np.abs(x))))


silu = each(
    "silu",
    smooth_step,
    "x * sigmoid(x).",
    "[0., 1.] -> [0.0000, 0.7311]",
    floats=False,
    where="mg.nn.functional",
    self=lambda g, self: g * (sigmoid(self) * (1 + self * (1 - sigmoid(self)))),
)
logsigmoid = each(
    "logsigmoid",
    log_logistic,
    "log(sigmoid(x)), without overflow.",
    "[0., 1.] -> [-0.6931, -0.3133]",
    floats=False,
    where="mg.nn.functional",
    node="LogSigmoidBackward0",
    self=lambda g, self: g * sigmoid(-self),
)


@operation(
    "gelu",
    elementwise=True,
    self=lambda g, self: g * (0.5 * (1 + erf(self / ROOT_2)) + self * exp(-0.5 * self * self) / ROOT_2PI),
)
def gelu(self):
    """x times the probability that a standard normal variable is less than x.

    >>> import minigrad as mg
    >>> mg.nn.functional.gelu(mg.tensor([-1.0, 2.0]))
    tensor([-0.1587,  1.9545])
    """
    must_float("GeluKernelImpl", self)
    return 0.5 * self * (1 + erf(self / ROOT_2))


@operation("leaky_relu", elementwise=True, self=lambda g, self, negative_slope: sloped(g, self, negative_slope))
def leaky_relu(self, negative_slope=0.01):
    """x where it is positive, else negative_slope * x; at 0 the slope is negative_slope.

    >>> import minigrad as mg
    >>> mg.nn.functional.leaky_relu(mg.tensor([-1.0, 2.0]))
    tensor([-0.0100,  2.0000])
    """
    must_float("leaky_relu_cpu", self)
    return np.where(self > 0, self, self * negative_slope)


def sloped(g, x, slope):
    """The gradient of a bend at 0, whose own second derivative is 0."""
    return leaky_backward(g, x, slope)


@operation(
    "leaky_relu_backward",
    elementwise=True,
    self=lambda g, x, slope: leaky_backward(g, x, slope),
    x=lambda g: like(g, np.zeros_like(array_of(g))),
)
def leaky_backward(self, x, slope):
    """The gradient of `leaky_relu`: `self` where x is positive, slope * self elsewhere."""
    return np.where(x > 0, self, self * slope)


@operation("elu", elementwise=True, self=lambda g, self, alpha: bent(g, self, alpha))
def elu(self, alpha=1.0):
    """x where it is positive, else alpha * (e^x - 1).

    >>> import minigrad as mg
    >>> mg.nn.functional.elu(mg.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    must_float("elu_cpu", self)
    return np.where(self > 0, self, alpha * np.expm1(np.minimum(self, 0)))


def bent(g, x, alpha):
    from .choice import where

    return where(x > 0, g, g * (alpha * exp(where(x > 0, 0.0, x))))


@operation("softplus", elementwise=True, self=lambda g, self, beta, threshold: soft_step(g, self, beta, threshold))
def softplus(self, beta=1.0, threshold=20.0):
    """log(1 + e^(beta x)) / beta: a smooth relu. Where beta x is over the threshold, x itself.

    >>> import minigrad as mg
    >>> mg.nn.functional.softplus(mg.tensor([0.0, 1.0]))
    tensor([0.6931, 1.3133])
    """
    must_float("softplus_cpu", self)
    scaled = self * beta
    return np.where(scaled > threshold, self, np.log1p(np.exp(np.minimum(scaled, threshold))) / beta)


def soft_step(g, x, beta, threshold):
    from .choice import where

    return where(x * beta > threshold, g, g * sigmoid(x * beta))


@operation("softmax", floats=True, self=lambda g, result, dim: softmax_backward(g, result, dim))
def _softmax(self, dim):
    if not self.ndim:
        return np.ones_like(self)
    e = np.exp(in_order(self) - np.maximum.reduce(self, axis=dim, keepdims=True))
    return e / np.add.reduce(e, axis=dim, keepdims=True)


@operation(
    "softmax_backward",
    node="SoftmaxBackwardDataBackward0",
    self=lambda g, result, dim: softmax_backward(g, result, dim),
    result=lambda g, self, result, dim: g * (self - sum(self * result, dim, True)) - self * sum(g * result, dim, True),
)
def softmax_backward(self, result, dim):
    """The gradient of `softmax`: its matrix of derivatives, diag(result) - result result^T, times `self`."""
    return result * (self - np.add.reduce(self * result, axis=dim, keepdims=True))


@operation("log_softmax", floats=True, self=lambda g, result, dim: log_softmax_backward(g, result, dim))
def _log_softmax(self, dim):
    if not self.ndim:
        return np.zeros_like(self)
    x = in_order(self) - np.maximum.reduce(self, axis=dim, keepdims=True)
    return x - np.log(np.add.reduce(np.exp(x), axis=dim, keepdims=True))


@operation(
    "log_softmax_backward",
    node="LogSoftmaxBackwardDataBackward0",
    self=lambda g, result, dim: g - sum(g * exp(result), dim, True),
    result=lambda g, self, result, dim: -g * exp(result) * sum(self, dim, True),
)
def log_softmax_backward(self, result, dim):
    """The gradient of `log_softmax`: `self` less its sum along `dim`, shared out by the probabilities."""
    return self - np.exp(result) * np.add.reduce(self, axis=dim, keepdims=True)


def softmax(self, dim, *, dtype=None):
    """e^x, divided by its sum along `dim`; without overflow. Same shape. RuntimeError for integers.

    >>> import minigrad as mg
    >>> mg.softmax(mg.tensor([0.0, 0.0]), 0)
    tensor([0.5000, 0.5000])
    """
    return _softmax(floating("softmax", self, dim, dtype), wrapped(dim, self.ndim))


def log_softmax(self, dim, *, dtype=None):
    """The logarithm of `softmax`, exact where that would vanish.

    >>> import minigrad as mg
    >>> mg.log_softmax(mg.tensor([0.0, 0.0]), 0)
    tensor([-0.6931, -0.6931])
    """
    return _log_softmax(floating("log_softmax", self, dim, dtype), wrapped(dim, self.ndim))


def floating(name, x, dim, dtype):
    if dtype is not None:
        return cast(x, dtype.numpy)
    if array_of(x).dtype.kind != "f":
        must_float(f"{name}_{'lastdim_' * (wrapped(dim, x.ndim) >= x.ndim - 1)}kernel_impl", x)
    return x
