"""Rules for operations of no common kind; see `rules.py`.

`b` is the level: `b.whole(t)` is the tensor of all slices, None if they share `t`; `b.full(t)` is there in any case.
"""

import math

import numpy as np

from .. import ops
from ..nn.functional import check_classes
from ..operation import Operation, parameters
from ..ops.common import array_of, at, wrapped
from ..ops.indexing import _index, _index_put, index_backward
from ..tensor import Tensor, wrap

OWN: dict = {}  # name of an operation -> its rule


def rule(*names: str):
    """Declare the rule of operations; it takes the level, the operation and its arguments."""

    def declare(function):
        OWN.update(dict.fromkeys(names, function))
        return function

    return declare


@rule("masked_fill")
def filled(b, op: Operation, x, mask, value):
    ndim = max(x.ndim, mask.ndim)
    x, mask = (t if b.whole(t) is None else with_ones(b, t, ndim) for t in (x, mask))
    return ops.where(mask, ops.cast(with_ones(b, value, ndim), array_of(x).dtype), x)


def with_ones(b, t, ndim: int):
    """All slices of `t`, each with `ndim` dimensions."""
    return ops.reshape(b.full(t), (b.size, *(1,) * (ndim - t.ndim), *t.shape))


def behind(b, name: str, value, ndim: int):
    """An argument of slices with `ndim` dimensions as it is for all slices: tensors are those of all, dimensions count
    one more, a shape begins with the slices. Slices without dimensions are taken as if they had one of size 1."""
    if name.startswith("dim"):
        if isinstance(value, (tuple, list)):
            return tuple([wrapped(d, ndim) + 1 for d in value])
        return None if value is None else wrapped(value, ndim) + 1
    if name == "shape":
        return (b.size, *(value or (1,)))
    if isinstance(value, (Tensor, np.ndarray)):
        return b.full(value) if ndim else with_ones(b, value, 1)
    return value


# --- views ---


@rule("unsqueeze")
def unsqueezed(b, op, x, dim):
    return b.do(op, b.whole(x), wrapped(dim, x.ndim + 1) + 1)


@rule("permute")
def permuted(b, op, x, dims):
    return b.do(op, b.whole(x), (0, *[d % x.ndim + 1 for d in dims]))


@rule("expand")
def expanded(b, op, x, shape):
    op.forward(x._array, shape)  # refuses what does not fit
    return ops.expand(with_ones(b, x, len(shape)), (-1, *shape))


@rule("placed")
def placed_back(b, op, x, shape, view, args):
    names = view.operation.inputs if hasattr(view, "operation") else parameters(view)
    moved = [behind(b, n, a, len(shape)) for n, a in zip(names[1:], args, strict=True)]
    return ops.parts.placed(b.whole(x), (b.size, *shape), view, tuple(moved))


# --- along dimensions ---


@rule("cat", "stack")
def joined(b, op, tensors, dim):
    return b.do(op, [b.full(t) for t in tensors], dim + 1)


@rule("repeat")
def repeated(b, op, x, repeats):
    return ops.arrange._repeat(with_ones(b, x, len(repeats)), (1, *repeats))


@rule("roll")
def rolled(b, op, x, shifts, dims):
    t = b.whole(x)
    if dims:
        return ops.arrange._roll(t, shifts, tuple(wrapped(d, x.ndim) + 1 for d in dims))
    return ops.reshape(ops.arrange._roll(ops.reshape(t, (b.size, x.numel())), shifts, (1,)), (b.size, *x.shape))


# --- products ---


@rule("mm", "mv", "dot")
def of_matrices(b, op, x, y):
    if [x.ndim, y.ndim] != MATRICES[op.name] or x.shape[-1] != y.shape[0]:
        op.forward(array_of(x), array_of(y))  # refuses
    left, right = b.whole(x), b.whole(y)
    if right is None:
        return ops.matmul(left, y)
    if left is None:
        return ops.matmul(x, right) if y.ndim == 2 else ops.matmul(right, x.T)
    if op.name == "dot":
        return ops.sum(ops.mul(left, right), 1)
    return ops.bmm(left, right) if y.ndim == 2 else ops.squeeze(ops.bmm(left, ops.unsqueeze(right, 2)), 2)


MATRICES = {"mm": [2, 2], "mv": [2, 1], "dot": [1, 1]}  # the dimensions of the factors


@rule("bmm")
def of_batches(b, op, x, y):
    if x.ndim != 3 or y.ndim != 3 or x.shape[::2] != y.shape[:2]:
        op.forward(array_of(x), array_of(y))  # refuses
    return ops.matmul(b.full(x), b.full(y))


# --- places: which elements of a slice are meant, and of all slices in one line ---


def places_of(b, shape, index):
    """Which elements of a slice, put in a line, an index names: (1, ...), or (slices, ...) where they name others."""
    items = index if isinstance(index, tuple) else (index,)
    numbers = wrap(np.arange(math.prod(shape)).reshape(tuple(shape)))
    if not b.differs(items):
        return ops.unsqueeze(_index(numbers, items), 0)
    arrays = [k for k, i in enumerate(items) if isinstance(i, (np.ndarray, Tensor))]
    ndim = max([items[k].ndim for k in arrays])
    found = _index(numbers, tuple(with_ones(b, i, ndim) if b.differs(i) else i for i in items))
    if arrays[-1] - arrays[0] >= len(arrays):  # apart, and then what they name comes first by itself
        return found
    return ops.movedim(found, len([i for i in items[: arrays[0]] if i is not Ellipsis]), 0)


def in_line(b, shape, index):
    """The same among all slices: (slices, ...)."""
    places = places_of(b, shape, index)
    first = np.arange(b.size) * math.prod(shape)
    return places + wrap(first.reshape(-1, *(1,) * (places.ndim - 1)))


@rule("index")
def picked(b, op, x, index):
    if b.whole(x) is None:
        return _index(ops.reshape(x, (-1,)), (places_of(b, x.shape, index),))
    return _index(ops.reshape(b.whole(x), (-1,)), (in_line(b, x.shape, index),))


@rule("index_backward")
def put_back(b, op, g, shape, index):
    line = index_backward(b.full(g), (b.size * math.prod(shape),), (in_line(b, shape, index),))
    return ops.reshape(line, (b.size, *shape))


@rule("index_put")
def put(b, op, x, values, index):
    places = in_line(b, x.shape, index)
    values = values if isinstance(values, Tensor) else wrap(np.asarray(values, array_of(x).dtype))
    values = values if b.whole(values) is None else with_ones(b, values, places.ndim - 1)
    return ops.reshape(_index_put(ops.reshape(b.full(x), (-1,)), values, (places,)), (b.size, *x.shape))


@rule("index_add")
def added(b, op, x, dim, index, source, alpha):
    return b.full(x) + put_back(b, op, source, tuple(x.shape), at(wrapped(dim, x.ndim), index)) * alpha


# --- classes: all slices as one batch ---


def examples(b, shape, target, weight, reduction):
    """Of all slices' examples in one line, the shape of the scores and the classes; what each weighs, and what the
    result of a slice is divided by, a number or one for each slice."""
    count = b.size * target.shape[0] if target.ndim else b.size
    classes = ops.reshape(b.full(target), (count, *target.shape[1:]))
    each, divisor = None, math.prod(target.shape)
    if weight is not None:
        each = ops.gather(b.full(weight), 1, ops.reshape(classes, (b.size, -1)))
        divisor, each = ops.sum(each, 1), ops.reshape(each, tuple(classes.shape))
    return (count, *(shape[1:] or shape)), classes, each, divisor if reduction == "mean" else 1


@rule("nll_loss")
def likelihood(b, op, x, target, weight, reduction):
    if x.ndim > 1 and x.shape[0] != target.shape[0]:
        check_classes(array_of(x), array_of(target))  # refuses
    line, classes, each, divisor = examples(b, tuple(x.shape), target, weight, reduction)
    terms = b.do(op, ops.reshape(b.full(x), line), classes, None, "none")
    terms = terms if each is None else terms * each
    if reduction == "none":
        return ops.reshape(terms, (b.size, *target.shape))
    return ops.sum(ops.reshape(terms, (b.size, -1)), 1) / divisor


@rule("nll_loss_backward")
def likelihood_backward(b, op, g, shape, target, weight, reduction):
    line, classes, each, divisor = examples(b, tuple(shape), target, weight, reduction)
    share = b.full(g) / divisor
    if reduction != "none" and line[0] > b.size:
        share = ops.expand(ops.reshape(share, (b.size, *(1,) * target.ndim)), (b.size, *target.shape))
    share = ops.reshape(share, tuple(classes.shape))
    return ops.reshape(b.do(op, share if each is None else share * each, line, classes, None, "none"), (b.size, *shape))
