"""Spread and size: variance, norms, and the logarithm of a sum of exponentials.

Shapes as in `reduce`.
"""

from __future__ import annotations

import numpy as np

from .. import dtypes
from ..operation import operation
from .choice import abs, masked_fill, sgn
from .common import array_of, axes, count, in_order, restore, zeros
from .elementwise import exp, log
from .powers import pow
from .reduce import mean, ties
from .views import broadcast_to

__all__ = ["logsumexp", "norm", "std", "std_mean", "var", "var_mean"]


def deviation_slope(g, x, dim, correction, keepdim):
    """d var / d x."""
    free = max(count(x.shape, dim) - correction, 0)
    g = restore(g, x.shape, dim, keepdim)
    return g * (x - mean(x, dim, True)) * (2 / free if free else float("inf"))


@operation("var", self=lambda g, self, dim, correction, keepdim: deviation_slope(g, self, dim, correction, keepdim))
def _var(self, dim, correction, keepdim):
    return in_order(np.var(self, axis=dim, ddof=correction, keepdims=keepdim).astype(self.dtype))


@operation(
    "std",
    self=lambda g, self, dim, correction, keepdim, result: deviation_slope(
        masked_fill(g / (result * 2), array_of(result) == 0, 0), self, dim, correction, keepdim
    ),
)
def _std(self, dim, correction, keepdim):
    return in_order(np.std(self, axis=dim, ddof=correction, keepdims=keepdim).astype(self.dtype))


def var(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """The mean squared distance from the mean, over n - correction, 1 unless told otherwise.

    >>> import minigrad as mg
    >>> mg.var(mg.tensor([1.0, 2.0, 3.0])), mg.var(mg.tensor([1.0, 2.0, 3.0]), correction=0)
    (tensor(1.), tensor(0.6667))
    """
    return dispersion(_var, self, dim, unbiased, keepdim, correction)


def std(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """The square root of the variance. Where it is 0 its slope is taken as 0.

    >>> import minigrad as mg
    >>> mg.std(mg.tensor([1.0, 3.0]))
    tensor(1.4142)
    """
    return dispersion(_std, self, dim, unbiased, keepdim, correction)


def dispersion(op, self, dim, unbiased, keepdim, correction):
    """What var and std have in common: their arguments."""
    if array_of(self).dtype.kind != "f":
        raise RuntimeError("std and var only support floating point and complex dtypes: convert with .float()")
    if isinstance(dim, bool):  # var(False): the first argument is then `unbiased`
        dim, unbiased = None, dim
    return op(self, axes(dim, self.ndim), int(unbiased) if correction is None else correction, keepdim)


def var_mean(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """Variance and mean.

    >>> import minigrad as mg
    >>> mg.var_mean(mg.tensor([1.0, 3.0]))
    (tensor(2.), tensor(2.))
    """
    return var(self, dim, unbiased, keepdim, correction=correction), mean(self, dim, keepdim)


def std_mean(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """Standard deviation and mean.

    >>> import minigrad as mg
    >>> mg.std_mean(mg.tensor([1.0, 3.0]))
    (tensor(1.4142), tensor(2.))
    """
    return std(self, dim, unbiased, keepdim, correction=correction), mean(self, dim, keepdim)


# --- sizes ---


@operation(
    "norm",
    node="LinalgVectorNormBackward0",
    self=lambda g, self, p, dim, keepdim, result: norm_slope(
        restore(g, self.shape, dim, keepdim), self, p, dim, restore(result, self.shape, dim, keepdim)
    ),
)
def _norm(self, p, dim, keepdim):
    size = in_order(np.abs(self))
    if p == 2:
        return np.sqrt(np.add.reduce(size * size, axis=dim, keepdims=keepdim))
    if p == 0:
        return np.add.reduce((size != 0).astype(self.dtype), axis=dim, keepdims=keepdim)
    if p in (np.inf, -np.inf):
        return (np.max if p > 0 else np.min)(size, axis=dim, keepdims=keepdim)
    return np.add.reduce(size**p, axis=dim, keepdims=keepdim) ** (1 / p)


def norm_slope(g, x, p, dim, result):
    """d |x|_p / d x; 0 at the origin and where the size of an element has a kink."""
    if p == 0:
        return zeros(x)
    if p == 1:
        return g * sgn(x)
    if p == 2:
        return masked_fill(x * (g / result), broadcast_to(array_of(result) == 0, tuple(x.shape)), 0)
    if p in (np.inf, -np.inf):
        return sgn(x) * ties(g, abs(x), result, dim)
    steep = x * pow(abs(x), p - 2) if p > 2 else masked_fill(sgn(x) * pow(abs(x), p - 1), array_of(x) == 0, 0)
    return masked_fill(steep * (g / pow(result, p - 1)), broadcast_to(array_of(result) == 0, tuple(x.shape)), 0)


def norm(self, p="fro", dim=None, keepdim=False):
    """The p-norm of all elements, or along dimensions: (sum |x|^p)^(1/p); the largest size for inf.

    Its slope at the origin is taken as 0.

    >>> import minigrad as mg
    >>> mg.norm(mg.tensor([3.0, 4.0])), mg.norm(mg.tensor([3.0, 4.0]), 1)
    (tensor(5.), tensor(7.))
    """
    if array_of(self).dtype.kind != "f":
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{dtypes.of(array_of(self)).long_name}"
        )
    return _norm(self, 2 if p in ("fro", None) else p, axes(dim, self.ndim), keepdim)


@operation(
    "logsumexp",
    floats=True,
    self=lambda g, self, dim, keepdim, result: (
        restore(g, self.shape, dim, keepdim) * exp(self - restore(result, self.shape, dim, keepdim))
    ),
)
def _logsumexp(self, dim, keepdim):
    top = np.max(self, axis=dim, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0).astype(self.dtype)
    total = log(np.add.reduce(exp(self - top), axis=dim, keepdims=True)) + top
    return total if keepdim else np.squeeze(total, dim)


def logsumexp(self, dim, keepdim=False):
    """log of the sum of e^x, without overflow.

    >>> import minigrad as mg
    >>> mg.logsumexp(mg.tensor([1000.0, 1000.0]), 0)
    tensor(1000.6932)
    """
    return _logsumexp(self, axes(dim, self.ndim), keepdim)
