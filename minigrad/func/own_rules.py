"""Rules for operations of no common kind; see `rules.py`. Those that pick and place: `place_rules.py`.

`b` is the level: `b.whole(t)` is the tensor of all slices, None if they share `t`; `b.full(t)` is there in any case.
"""

from __future__ import annotations

from .. import ops
from ..operation import Operation
from ..ops.arrange import _repeat, _roll
from ..ops.common import array_of, wrapped
from ..ops.parts import placed, select

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


# --- views ---


@rule("unsqueeze")
def unsqueezed(b, op, x, dim):
    return ops.unsqueeze(b.whole(x), wrapped(dim, x.ndim + 1) + 1)


@rule("squeeze", "squeeze_dims")
def squeezed(b, op, x, dim):
    dims = range(x.ndim) if dim is None else dim if isinstance(dim, tuple) else (dim,)
    return ops.squeeze(b.whole(x), tuple(wrapped(d, x.ndim) + 1 for d in dims if x.ndim))


@rule("permute")
def permuted(b, op, x, dims):
    return b.do(op, b.whole(x), (0, *[d % x.ndim + 1 for d in dims]))


@rule("expand")
def expanded(b, op, x, shape):
    op.forward(x._array, shape)  # refuses what does not fit
    return ops.expand(with_ones(b, x, len(shape)), (-1, *shape))


@rule("placed")
def placed_back(b, op, x, shape, view, args):
    size = (b.size, *shape)
    if hasattr(view, "operation"):
        names = view.operation.inputs[1:]
        moved = [wrapped(a, len(shape)) + 1 if n.startswith("dim") else a for n, a in zip(names, args, strict=True)]
        return placed(b.whole(x), size, view, tuple(moved))
    return placed(b.whole(x), size, view, ((b.size, *args[0]),))  # the corner of a larger tensor


# --- along dimensions ---


@rule("cat", "stack")
def joined(b, op, tensors, dim):
    return b.do(op, [b.full(t) for t in tensors], dim + 1)


@rule("repeat")
def repeated(b, op, x, repeats):
    return _repeat(with_ones(b, x, len(repeats)), (1, *repeats))


@rule("roll")
def rolled(b, op, x, shifts, dims):
    t = b.whole(x)
    if dims:
        return _roll(t, shifts, tuple(wrapped(d, x.ndim) + 1 for d in dims))
    return ops.reshape(_roll(ops.reshape(t, (b.size, x.numel())), shifts, (1,)), (b.size, *x.shape))


# --- products ---


@rule("mm")
def of_matrices(b, op, x, y):
    if x.ndim != 2 or y.ndim != 2 or x.shape[1] != y.shape[0]:
        op.forward(array_of(x), array_of(y))  # refuses
    left, right = b.whole(x), b.whole(y)
    if right is None:
        return ops.reshape(ops.mm(ops.reshape(left, (-1, x.shape[1])), y), (b.size, x.shape[0], y.shape[1]))
    return ops.matmul(x, right) if left is None else ops.bmm(left, right)


@rule("bmm")
def of_batches(b, op, x, y):
    if x.ndim != 3 or y.ndim != 3 or x.shape[::2] != y.shape[:2]:
        op.forward(array_of(x), array_of(y))  # refuses
    flat = [ops.reshape(b.full(t), (b.size * t.shape[0], *t.shape[1:])) for t in (x, y)]
    return ops.reshape(ops.bmm(*flat), (b.size, x.shape[0], x.shape[1], y.shape[2]))


@rule("mv")
def of_matrix_and_vector(b, op, x, v):
    if x.ndim != 2 or v.ndim != 1 or x.shape[1] != v.shape[0]:
        op.forward(array_of(x), array_of(v))  # refuses
    left, right = b.whole(x), b.whole(v)
    if left is None:
        return ops.mm(right, ops.transpose(x, 0, 1))
    if right is None:
        return ops.reshape(ops.mv(ops.reshape(left, (-1, x.shape[1])), v), (b.size, x.shape[0]))
    return ops.squeeze(ops.bmm(left, ops.unsqueeze(right, 2)), 2)


@rule("dot")
def of_vectors(b, op, x, y):
    if x.ndim != 1 or x.shape != y.shape:
        op.forward(array_of(x), array_of(y))  # refuses
    left, right = b.whole(x), b.whole(y)
    if left is None or right is None:
        return ops.mv(right, x) if left is None else ops.mv(left, y)
    return ops.sum(ops.mul(left, right), 1)


@rule("without_row")
def without_row(b, op, x):
    return select(b.whole(x), 1, 0)
