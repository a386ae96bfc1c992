"""Rules for operations that pick and place elements: by index tensors, masks, classes; see `rules.py`."""

from __future__ import annotations

import math

import numpy as np

from ..nn.functional import check_classes
from ..ops import (
    broadcast_to,
    expand,
    gather,
    movedim,
    reshape,
    scatter,
    scatter_add,
    squeeze,
    sum,
    unsqueeze,
)
from ..ops.common import array_of, everything, wrapped
from ..ops.indexing import _index, _index_put, index_backward
from ..ops.select import gather_backward
from ..tensor import Tensor, wrap
from .own_rules import rule, with_ones

# --- places ---


def flat_places(b, shape, index):
    """Which elements of a flattened slice an index names: (places, whether slices name others); None where the index
    can be used as it is, behind that of the slices."""
    items = index if isinstance(index, tuple) else (index,)
    differ = b.differs(items)
    arrays = [k for k, i in enumerate(items) if isinstance(i, (np.ndarray, Tensor))]
    apart = arrays and arrays[-1] - arrays[0] >= len(arrays)
    if not differ and not apart:
        return None, (slice(None), *items)
    numbers = wrap(np.arange(math.prod(shape)).reshape(tuple(shape)))
    if not differ:
        return _index(numbers, items), None
    ndim = max([i.ndim for i in items if isinstance(i, (np.ndarray, Tensor))])
    found = _index(numbers, tuple(with_ones(b, i, ndim) if b.differs(i) else i for i in items))
    if apart:
        return found, True
    before = [i for i in items[: arrays[0]] if i is not Ellipsis]
    return movedim(found, len(before), 0), True


@rule("index")
def picked(b, op, x, index):
    places, how = flat_places(b, x.shape, index)
    if places is None:
        return _index(b.whole(x), how)
    t = b.whole(x)
    if t is None:
        return _index(reshape(x, (-1,)), (places,))
    flat = reshape(t, (b.size, x.numel()))
    if how is None:
        return _index(flat, (slice(None), places))
    return reshape(gather(flat, 1, reshape(places, (b.size, -1))), tuple(places.shape))


@rule("index_backward")
def put_back(b, op, g, shape, index):
    places, how = flat_places(b, shape, index)
    size = (b.size, *shape)
    if places is None:
        return index_backward(b.whole(g), size, how)
    flat = (b.size, math.prod(shape))
    if how is None:
        return reshape(index_backward(b.whole(g), flat, (slice(None), places)), size)
    return reshape(gather_backward(reshape(b.full(g), (b.size, -1)), flat, 1, reshape(places, (b.size, -1))), size)


@rule("index_put")
def put(b, op, x, values, index):
    places, how = flat_places(b, x.shape, index)
    values = values if isinstance(values, Tensor) else wrap(np.asarray(values, array_of(x).dtype))
    if places is None:
        ndim = np.empty(x.shape)[tuple(how[1:])].ndim
        values = values if b.whole(values) is None else with_ones(b, values, max(ndim, values.ndim))
        return _index_put(b.full(x), values, how)
    shape = tuple(places.shape)[how is not None :]
    values = broadcast_to(with_ones(b, values, len(shape)), (b.size, *shape))
    flat, values = reshape(b.full(x), (b.size, -1)), reshape(values, (b.size, -1))
    if how is None:
        done = _index_put(flat, values, (slice(None), reshape(places, (-1,))))
    else:
        done = scatter(flat, 1, reshape(places, (b.size, -1)), values)
    return reshape(done, (b.size, *x.shape))


@rule("gather", "gather_backward", "scatter", "scatter_add", "scatter_number")
def by_places(b, op, x, *rest):
    given = dict(zip(op.inputs[1:], rest, strict=True))
    shape, index = tuple(given.get("shape", x.shape)), given["index"]
    result = tuple(index.shape) if op.name == "gather" else shape
    if not shape:  # as if slices had one dimension of size 1
        lines = {n: with_ones(b, v, 1) for n, v in {"x": x, **given}.items() if isinstance(v, (Tensor, np.ndarray))}
        given |= lines | {"dim": 1} | ({"shape": (b.size, 1)} if "shape" in given else {})
        return reshape(b.do(op, given.pop("x"), *given.values()), (b.size, *result))
    given |= {n: b.full(v) for n, v in given.items() if isinstance(v, (Tensor, np.ndarray))}
    given |= {"dim": wrapped(given["dim"], len(shape)) + 1} | ({"shape": (b.size, *shape)} if "shape" in given else {})
    return b.do(op, b.full(x), *given.values())


@rule("index_select")
def slices(b, op, x, dim, index):
    if b.whole(index) is None:
        t = b.whole(x) if x.ndim else unsqueeze(b.whole(x), 1)
        found = b.do(op, t, wrapped(dim, x.ndim) + 1, index)
        return found if x.ndim else squeeze(found, 1)
    dim = wrapped(dim, x.ndim)
    return gather(b.full(x), dim + 1, lines(b.full(index), dim, x.shape))


def lines(index, dim: int, shape):
    """Places along `dim`, the same for all else: an index for each element of all slices."""
    return expand(reshape(index, (-1, *(1,) * dim, index.shape[1], *(1,) * (len(shape) - dim - 1))), (
        -1, *shape[:dim], index.shape[1], *shape[dim + 1 :]
    ))  # fmt: skip


@rule("index_add")
def added(b, op, x, dim, index, source, alpha):
    dim = wrapped(dim, x.ndim)
    if b.whole(index) is None:
        return b.do(op, b.full(x), dim + 1, index, b.full(source), alpha)
    return scatter_add(b.full(x), dim + 1, lines(b.full(index), dim, source.shape), b.full(source) * alpha)


@rule("masked_select")
def masked(b, op, x, mask):
    shape = np.broadcast_shapes(tuple(x.shape), tuple(mask.shape))
    line = np.flatnonzero(np.broadcast_to(everything(mask), shape))
    full = broadcast_to(with_ones(b, x, len(shape)), (b.size, *shape))
    return _index(reshape(full, (b.size, -1)), (slice(None), line))


# --- classes: all slices as one batch, and of each what it adds up to ---


def examples(b, shape, target, weight):
    """The shape of the scores and the classes of all slices' examples in one line, and what each of these weighs."""
    count = b.size * target.shape[0] if target.ndim else b.size
    classes = reshape(b.full(target), (count, *target.shape[1:]))
    if weight is None:
        each = None
    elif b.whole(weight) is None:
        each = _index(weight, (classes,))
    else:
        each = reshape(gather(b.whole(weight), 1, reshape(classes, (b.size, -1))), tuple(classes.shape))
    return (count, *(shape[1:] or shape)), classes, each


def divisor(b, target, each):
    """What the mean of a slice divides by: a number, or one for each slice."""
    return math.prod(target.shape) if each is None else added_up(b, each)


def added_up(b, terms):
    """What the examples of each slice add up to; often it has one."""
    lines = reshape(terms, (b.size, -1))
    return sum(lines, 1) if lines.shape[1] != 1 else reshape(lines, (b.size,))


@rule("nll_loss")
def likelihood(b, op, x, target, weight, reduction):
    if x.ndim > 1 and x.shape[0] != target.shape[0]:
        check_classes(array_of(x), array_of(target))  # refuses
    line, classes, each = examples(b, tuple(x.shape), target, weight)
    terms = b.do(op, reshape(b.full(x), line), classes, None, "none")
    terms = terms if each is None else terms * each
    if reduction == "none":
        return reshape(terms, (b.size, *target.shape))
    total = added_up(b, terms)
    return total / divisor(b, target, each) if reduction == "mean" else total


@rule("nll_loss_backward")
def likelihood_backward(b, op, g, shape, target, weight, reduction):
    line, classes, each = examples(b, tuple(shape), target, weight)
    share = b.full(g)
    if reduction == "mean":
        share = share / divisor(b, target, each)
    if reduction != "none" and line[0] > b.size:  # more than one example a slice
        share = expand(with_ones_behind(share, 1 + target.ndim), (b.size, *target.shape))
    share = reshape(share, tuple(classes.shape))
    return reshape(b.do(op, share if each is None else share * each, line, classes, None, "none"), (b.size, *shape))


def with_ones_behind(t, ndim: int):
    return reshape(t, (*t.shape, *(1,) * (ndim - t.ndim)))
