"""Reductions: many elements to one, over all dimensions or some.

Shape law of all of them: the dimensions named by `dim` go, or become 1 with `keepdim`; without `dim`, all go.
"""

import functools

import numpy as np

from .. import dtypes
from ..declare import operation
from ..errors import require
from .choice import abs, masked_fill, sign
from .common import array_of, axes, count, everything, in_order, name_of, sizes, wrapped, zeros
from .elementwise import exp, log, pow
from .memory import cast
from .views import broadcast_to, expand, movedim, reshape


def over(dim, x):
    """The dimensions in numpy's words, for which None is quicker than all."""
    return None if dim is None else axes(dim, x.ndim)


def restore(g, shape, dim, keepdim):
    """Put back, as size 1, the dimensions a reduction took out, so that `g` broadcasts to `shape` again."""
    if dim is None or keepdim:
        return g
    dims = axes(dim, len(shape))
    return reshape(g, tuple(1 if k in dims else s for k, s in enumerate(shape)))


def summable(x, dtype):
    """As the type asked for; integers and booleans otherwise as int64."""
    if dtype is None and x.dtype.kind == "f":
        return x
    return x.astype((dtype or dtypes.int64).numpy, copy=False)


# --- sums and means ---


def spread(g, self_shape, dim, keepdim):
    """The gradient of a sum: each element that went in gets that of the sum."""
    return expand(restore(g, self_shape, dim, keepdim), self_shape)


@operation(kind="reduction", node="SumBackward1", without=("dim", "SumBackward0"), linear=True, self=spread)
def sum(self, dim=None, keepdim=False, dtype=None):
    """The sum. Integers and booleans add up to int64.

    >>> mg.sum(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), 0)
    tensor([4., 6.])
    """
    return in_order(np.add.reduce(summable(self, dtype), axis=over(dim, self), keepdims=keepdim))


def sum_to_size(self, *shape):
    """Undo broadcasting: the sum over what `shape` would have to be repeated over.

    >>> mg.ones(2, 3).sum_to_size(1, 3)
    tensor([[2., 2., 2.]])
    """
    shape = sizes(shape)
    extra = self.ndim - len(shape)
    dims = tuple(range(extra)) + tuple(k + extra for k, s in enumerate(shape) if s == 1 and self.shape[k + extra] != 1)
    return reshape(sum(self, dims, True) if dims else self, shape)


def spread_mean(g, self_shape, dim, keepdim):
    """The gradient of a mean: an equal part for each element that went in."""
    return spread(g / count(self_shape, dim), self_shape, dim, keepdim)


@operation(kind="reduction", node="MeanBackward1", without=("dim", "MeanBackward0"), linear=True, self=spread_mean)
def mean(self, dim=None, keepdim=False, dtype=None):
    """The mean. RuntimeError for integers, whose mean has another type: say which with `dtype`.

    >>> mg.mean(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), 1)
    tensor([1.5000, 3.5000])
    """
    why = f"The mean of integers is not an integer: convert with .float(), or pass dtype. Got: {name_of(self)}"
    require(dtype is not None or self.dtype.kind == "f", f"mean(): could not infer output dtype. {why}")
    return in_order(np.mean(summable(self, dtype), axis=over(dim, self), keepdims=keepdim))


# --- products ---


def others(g, self, dim, keepdim, result):
    """The gradient of a product: for each element `g` times the product of all others along `dim`: without zeros,
    result / x."""
    if everything(self).all():
        return restore(g, self.shape, dim, keepdim) * (restore(result, self.shape, dim, keepdim) / self)
    if dim is None:
        return reshape(others(g, reshape(self, (-1,)), 0, False, result), tuple(self.shape))
    g, dim = restore(g, self.shape, dim, keepdim), wrapped(dim, self.ndim)
    alone = (self.shape or (1,))[dim] == 1
    return g if alone else g * movedim(prod(each_as_one(self, dim), dim + 1), 0, dim)


def along_both(square: np.ndarray, x, dim: int) -> np.ndarray:
    """A square (n, n) whose columns go along `dim` of a tensor and whose rows stand in front."""
    n = len(square)
    return square.reshape(n, *(1,) * dim, n, *(1,) * (x.ndim - dim - 1))


def each_as_one(x, dim: int):
    """[k]: the tensor with element k along `dim` made 1."""
    n = x.shape[dim]
    return masked_fill(broadcast_to(x, (n, *x.shape)), along_both(np.eye(n, dtype=bool), x, dim), 1)


@operation(kind="reduction", node="ProdBackward1", without=("dim", "ProdBackward0"), self=others)
def prod(self, dim=None, keepdim=False, dtype=None):
    """The product. Its derivative is right at zeros too. Integers and booleans give int64.

    >>> mg.prod(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), 1)
    tensor([ 2., 12.])
    """
    return in_order(np.multiply.reduce(summable(self, dtype), axis=over(dim, self), keepdims=keepdim))


# --- extremes of values; with their places: `order` ---


def ties(g, self, dim, keepdim, result):
    """The gradient of an extreme: to all elements that are equal to it, in equal parts."""
    hit = cast(self == restore(result, self.shape, dim, keepdim), array_of(g).dtype)
    return restore(g, self.shape, dim, keepdim) * (hit / sum(hit, dim, True))


@operation(kind="reduction", self=ties)
def amax(self, dim=(), keepdim=False):
    """The largest element; equal ones share the gradient.

    >>> mg.amax(mg.tensor([[1.0, 5.0], [7.0, 2.0]]), 1)
    tensor([5., 7.])
    """
    return np.max(self, axis=over(dim, self), keepdims=keepdim)


@operation(kind="reduction", self=ties)
def amin(self, dim=(), keepdim=False):
    """The smallest element; equal ones share the gradient.

    >>> mg.amin(mg.tensor([[1.0, 5.0], [7.0, 2.0]]), 1)
    tensor([1., 2.])
    """
    return np.min(self, axis=over(dim, self), keepdims=keepdim)


# --- spread and size ---


def deviation(g, self, dim, correction, keepdim):
    """The gradient of a variance: twice the distance from the mean, over n - correction."""
    free = max(count(self.shape, dim) - correction, 0)
    g = restore(g, self.shape, dim, keepdim)
    return g * (self - mean(self, dim, True)) * (2 / free if free else float("inf"))


def or_unbiased(function):
    """The function with the older way to say the correction: `unbiased`, also alone in the place of `dim`."""

    @functools.wraps(function)
    def call(self, dim=None, correction=1, keepdim=False, *, unbiased=None):
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        return function(self, dim, +(correction if unbiased is None else unbiased), keepdim)

    return call


@or_unbiased
@operation(kind="reduction", self=deviation)
def var(self, dim=None, correction=1, keepdim=False):
    """The mean squared distance from the mean, over n - correction.

    >>> mg.var(mg.tensor([1.0, 2.0, 3.0])), mg.var(mg.tensor([1.0, 2.0, 3.0]), correction=0)
    (tensor(1.), tensor(0.6667))
    """
    require(self.dtype.kind == "f", "std and var only support floating point and complex dtypes: convert with .float()")
    return in_order(np.var(self, axis=over(dim, self), ddof=correction, keepdims=keepdim).astype(self.dtype))


def root_deviation(g, self, dim, correction, keepdim, result):
    """The gradient of a standard deviation; 0 where that is 0."""
    slope = masked_fill(g / (result * 2), result == 0, 0)
    return deviation(slope, self, dim, correction, keepdim)


@or_unbiased
@operation(kind="reduction", self=root_deviation)
def std(self, dim=None, correction=1, keepdim=False):
    """The square root of the variance. Where it is 0 its slope is taken as 0.

    >>> mg.std(mg.tensor([1.0, 3.0]))
    tensor(1.4142)
    """
    return np.sqrt(var(self, dim, correction, keepdim))


def var_mean(self, dim=None, **how):
    """`var` and `mean`, along the same dimensions.

    >>> mg.var_mean(mg.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """
    return var(self, dim, **how), mean(self, None if isinstance(dim, bool) else dim, how.get("keepdim", False))


def norm_slope(g, self, p, dim, keepdim, result):
    """The gradient of a norm; 0 at the origin and where the size of an element has a kink."""
    if p in (np.inf, -np.inf):
        return sign(self) * ties(g, abs(self), dim, keepdim, result)
    g, result = (restore(x, self.shape, dim, keepdim) for x in (g, result))
    if p in (0, 1):
        return g * sign(self) if p else zeros(self)
    origin = broadcast_to(result == 0, tuple(self.shape))
    if p in (2, "fro", None):
        return masked_fill(self * (g / result), origin, 0)
    steep = self * pow(abs(self), p - 2)
    if p < 2:
        steep = masked_fill(sign(self) * pow(abs(self), p - 1), self == 0, 0)
    return masked_fill(steep * (g / pow(result, p - 1)), origin, 0)


@operation(kind="reduction", node="LinalgVectorNormBackward0", self=norm_slope)
def norm(self, p="fro", dim=None, keepdim=False):
    """The p-norm of all elements, or along dimensions: (sum |x|^p)^(1/p); the largest size for inf.

    Its slope at the origin is taken as 0.

    >>> mg.norm(mg.tensor([3.0, 4.0])), mg.norm(mg.tensor([3.0, 4.0]), 1)
    (tensor(5.), tensor(7.))
    """
    what = f"Expected a floating point or complex tensor as input. Got {name_of(self)}"
    require(self.dtype.kind == "f", f"linalg.vector_norm: {what}")
    size, how = in_order(np.abs(self)), {"axis": over(dim, self), "keepdims": keepdim}
    if p in (np.inf, -np.inf):
        return (np.max if p > 0 else np.min)(size, **how)
    if p in (2, "fro", None):
        return np.sqrt(np.add.reduce(size * size, **how))
    if p == 0:
        return np.add.reduce((size != 0).astype(self.dtype), **how)
    return np.add.reduce(size**p, **how) ** (1 / p)


def shares(g, self, dim, keepdim, result):
    """The gradient of a log of a sum of exponentials: to each its part of the sum."""
    return restore(g, self.shape, dim, keepdim) * exp(self - restore(result, self.shape, dim, keepdim))


@operation(kind="reduction", floats=True, self=shares)
def logsumexp(self, dim, keepdim=False):
    """log of the sum of e^x, without overflow.

    >>> mg.logsumexp(mg.tensor([1000.0, 1000.0]), 0)
    tensor(1000.6932)
    """
    dim = axes(dim, self.ndim)
    top = np.max(self, axis=dim, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0).astype(self.dtype)
    total = log(np.add.reduce(exp(self - top), axis=dim, keepdims=True)) + top
    return total if keepdim else np.squeeze(total, dim)


# --- questions: no derivative ---


@operation(kind="reduction")
def any(self, dim=None, keepdim=False):
    """Whether an element is true.

    >>> mg.any(mg.tensor([True, False]))
    tensor(True)
    """
    return np.any(self, axis=over(dim, self), keepdims=keepdim)


@operation(kind="reduction")
def all(self, dim=None, keepdim=False):
    """Whether every element is true.

    >>> mg.all(mg.tensor([True, False]))
    tensor(False)
    """
    return np.all(self, axis=over(dim, self), keepdims=keepdim)
