"""The bends of neural networks: elementwise ones, and softmax along a dimension.

Shape law: that of the tensor. `minigrad.nn.functional` offers them under their usual names; some are methods too.
"""

import math

import numpy as np

from ..declare import keeping, operation
from .choice import where
from .common import in_order, must_float, wrapped, zeros
from .elementwise import erf, exp, log1p, sigmoid
from .reduce import sum

ROOT_2, ROOT_2PI = math.sqrt(2), math.sqrt(2 * math.pi)


@keeping(self=lambda g, self: g * (sigmoid(self) * (1 + self * (1 - sigmoid(self)))))
def silu(self):
    """x * sigmoid(x).

    >>> mg.nn.functional.silu(mg.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7311])
    """
    must_float("silu_cpu", self)
    return self * sigmoid(self)


@keeping(node="LogSigmoidBackward0", self=lambda g, self: g * sigmoid(-self))
def logsigmoid(self):
    """log(sigmoid(x)), without overflow.

    >>> mg.nn.functional.logsigmoid(mg.tensor([0.0, 1.0]))
    tensor([-0.6931, -0.3133])
    """
    must_float("log_sigmoid_cpu", self)
    return in_order(np.minimum(self, 0) - log1p(exp(-np.abs(self))))


def normal_slope(g, self):
    """The gradient of `gelu`: the normal distribution and x times its density."""
    return g * (0.5 * (1 + erf(self / ROOT_2)) + self * exp(-0.5 * self * self) / ROOT_2PI)


@keeping(self=normal_slope)
def gelu(self):
    """x times the probability that a standard normal variable is less than x.

    >>> mg.nn.functional.gelu(mg.tensor([-1.0, 2.0]))
    tensor([-0.1587,  1.9545])
    """
    must_float("GeluKernelImpl", self)
    return 0.5 * self * (1 + erf(self / ROOT_2))


@operation(elementwise=True, self=lambda g, x, slope: leaky_relu_backward(g, x, slope), x=lambda g: zeros(g))
def leaky_relu_backward(self, x, slope):
    """The gradient of `leaky_relu`: `self` where x is positive, elsewhere slope * self."""
    return np.where(x > 0, self, self * slope)


@keeping(self=lambda g, self, negative_slope: leaky_relu_backward(g, self, negative_slope))
def leaky_relu(self, negative_slope=0.01):
    """x where it is positive, else negative_slope * x; at 0 the slope is negative_slope.

    >>> mg.nn.functional.leaky_relu(mg.tensor([-1.0, 2.0]))
    tensor([-0.0100,  2.0000])
    """
    must_float("leaky_relu_cpu", self)
    return np.where(self > 0, self, self * negative_slope)


@keeping(self=lambda g, self, alpha: where(self <= 0, g * (alpha * exp(where(self < 0, self, 0.0))), g))
def elu(self, alpha=1.0):
    """x where it is positive, else alpha * (e^x - 1).

    >>> mg.nn.functional.elu(mg.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    must_float("elu_cpu", self)
    return np.where(self > 0, self, alpha * np.expm1(np.minimum(self, 0)))


@keeping(self=lambda g, self, beta, threshold: where(self * beta > threshold, g, g * sigmoid(self * beta)))
def softplus(self, beta=1.0, threshold=20.0):
    """log(1 + e^(beta x)) / beta: a smooth relu. Where beta x is over the threshold, x itself.

    >>> mg.nn.functional.softplus(mg.tensor([0.0, 1.0]))
    tensor([0.6931, 1.3133])
    """
    must_float("softplus_cpu", self)
    scaled = self * beta
    return np.where(scaled > threshold, self, np.log1p(np.exp(np.minimum(scaled, threshold))) / beta)


# --- along a dimension ---


def shifted(x, dim, dtype, name: str):
    """What both start from: x less its largest element. RuntimeError for integers."""
    x = x if dtype is None else x.astype(dtype.numpy)
    last = wrapped(dim, x.ndim) >= x.ndim - 1
    if x.dtype.kind != "f":
        must_float(f"{name}_{'lastdim_' * last}kernel_impl", x)
    return in_order(x) - np.maximum.reduce(x, axis=dim, keepdims=True) if x.ndim else x - x


def of_softmax(g, result, dim):
    """The gradient of `softmax`; its Jacobian is symmetric, so the tangent too."""
    return result * (g - sum(g * result, dim, True))


@operation(kind="along", tangent=of_softmax, self=of_softmax)
def softmax(self, dim, dtype=None):
    """e^x, divided by its sum along `dim`; without overflow. NotImplementedError for integers.

    >>> mg.softmax(mg.tensor([0.0, 0.0]), 0)
    tensor([0.5000, 0.5000])
    """
    e = np.exp(shifted(self, dim, dtype, "softmax"))
    return e / np.add.reduce(e, axis=dim, keepdims=True) if self.ndim else e


def less_its_share(g, result, dim):
    """The gradient of `log_softmax`: `g` less its sum, shared out by the probabilities."""
    if isinstance(g, np.ndarray) and g.ndim:  # every step of training comes here
        return g - np.exp(result) * np.add.reduce(g, axis=dim, keepdims=True)
    return g - exp(result) * sum(g, dim, True)


@operation(kind="along", tangent=lambda t, result, dim: t - sum(exp(result) * t, dim, True), self=less_its_share)
def log_softmax(self, dim, dtype=None):
    """The logarithm of `softmax`, exact where that would vanish.

    >>> mg.log_softmax(mg.tensor([0.0, 0.0]), 0)
    tensor([-0.6931, -0.6931])
    """
    x = shifted(self, dim, dtype, "log_softmax")
    return x - np.log(np.add.reduce(np.exp(x), axis=dim, keepdims=True)) if self.ndim else x
