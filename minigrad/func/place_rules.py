"""Rules for operations that pick and place elements: by index tensors, masks, classes; see `rules.py`."""

from __future__ import annotations

import math

import numpy as np

from .. import ops
from ..nn.functional import check_classes
from ..ops.common import array_of, at, everything, wrapped
from ..ops.indexing import _index, _index_put, index_backward
from ..tensor import Tensor, wrap
from .own_rules import rule, with_ones

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


@rule("gather", "gather_backward", "scatter", "scatter_add", "scatter_number")
def by_places(b, op, x, *rest):
    given = dict(zip(op.inputs[1:], rest, strict=True))
    shape, index = tuple(given.get("shape", x.shape)), given["index"]
    result = tuple(index.shape) if op.name == "gather" else shape
    if not shape:  # as if slices had one dimension of size 1
        lines = {n: with_ones(b, v, 1) for n, v in {"x": x, **given}.items() if isinstance(v, (Tensor, np.ndarray))}
        given |= lines | {"dim": 1} | ({"shape": (b.size, 1)} if "shape" in given else {})
        return ops.reshape(b.do(op, given.pop("x"), *given.values()), (b.size, *result))
    given |= {n: b.full(v) for n, v in given.items() if isinstance(v, (Tensor, np.ndarray))}
    given |= {"dim": wrapped(given["dim"], len(shape)) + 1} | ({"shape": (b.size, *shape)} if "shape" in given else {})
    return b.do(op, b.full(x), *given.values())


@rule("index_select")
def slices(b, op, x, dim, index):
    dim = wrapped(dim, x.ndim)
    if b.whole(index) is not None:
        return picked(b, op, x, at(dim, index))
    t = b.whole(x) if x.ndim else ops.unsqueeze(b.whole(x), 1)
    found = b.do(op, t, dim + 1, index)
    return found if x.ndim else ops.squeeze(found, 1)


@rule("index_add")
def added(b, op, x, dim, index, source, alpha):
    dim = wrapped(dim, x.ndim)
    if b.whole(index) is None:
        return b.do(op, b.full(x), dim + 1, index, b.full(source), alpha)
    return b.full(x) + put_back(b, op, source, tuple(x.shape), at(dim, index)) * alpha


@rule("masked_select")
def masked(b, op, x, mask):
    shape = np.broadcast_shapes(tuple(x.shape), tuple(mask.shape))
    line = np.flatnonzero(np.broadcast_to(everything(mask), shape))
    full = ops.broadcast_to(with_ones(b, x, len(shape)), (b.size, *shape))
    return _index(ops.reshape(full, (b.size, -1)), (slice(None), line))


# --- classes: all slices as one batch, and of each what it adds up to ---


def examples(b, shape, target, weight):
    """The shape of the scores and the classes of all slices' examples in one line, and what each of these weighs."""
    count = b.size * target.shape[0] if target.ndim else b.size
    classes = ops.reshape(b.full(target), (count, *target.shape[1:]))
    if weight is None:
        each = None
    elif b.whole(weight) is None:
        each = _index(weight, (classes,))
    else:
        each = ops.reshape(ops.gather(b.whole(weight), 1, ops.reshape(classes, (b.size, -1))), tuple(classes.shape))
    return (count, *(shape[1:] or shape)), classes, each


def divisor(b, target, each):
    """What the mean of a slice divides by: a number, or one for each slice."""
    return math.prod(target.shape) if each is None else added_up(b, each)


def added_up(b, terms):
    """What the examples of each slice add up to; often it has one."""
    lines = ops.reshape(terms, (b.size, -1))
    return ops.sum(lines, 1) if lines.shape[1] != 1 else ops.reshape(lines, (b.size,))


@rule("nll_loss")
def likelihood(b, op, x, target, weight, reduction):
    if x.ndim > 1 and x.shape[0] != target.shape[0]:
        check_classes(array_of(x), array_of(target))  # refuses
    line, classes, each = examples(b, tuple(x.shape), target, weight)
    terms = b.do(op, ops.reshape(b.full(x), line), classes, None, "none")
    terms = terms if each is None else terms * each
    if reduction == "none":
        return ops.reshape(terms, (b.size, *target.shape))
    total = added_up(b, terms)
    return total / divisor(b, target, each) if reduction == "mean" else total


@rule("nll_loss_backward")
def likelihood_backward(b, op, g, shape, target, weight, reduction):
    line, classes, each = examples(b, tuple(shape), target, weight)
    share = b.full(g)
    if reduction == "mean":
        share = share / divisor(b, target, each)
    if reduction != "none" and line[0] > b.size:  # more than one example a slice
        share = ops.expand(with_ones_behind(share, 1 + target.ndim), (b.size, *target.shape))
    share = ops.reshape(share, tuple(classes.shape))
    return ops.reshape(b.do(op, share if each is None else share * each, line, classes, None, "none"), (b.size, *shape))


def with_ones_behind(t, ndim: int):
    return ops.reshape(t, (*t.shape, *(1,) * (ndim - t.ndim)))
