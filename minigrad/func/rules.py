"""How operations are batched: one rule for each kind of operation, which its declaration names.

A rule takes the level, the operation and its arguments as one slice has them, at least one of which is batched, and
returns the result of all slices, their dimension in front. It runs outside the level: on Tensors, or on arrays alone
where nobody outside would record them.

| kind        | the operation                                                      | its rule                        |
|-------------|--------------------------------------------------------------------|---------------------------------|
| elementwise | is declared elementwise                                            | dimensions of slices line up    |
| along       | has arguments `dim...` that name dimensions, or a whole `shape`    | one more, beginning with slices |
| reduction   | the same, and no `dim` means all dimensions                        | all but the first               |
| shape       | has an argument `shape`                                            | it begins with the slices       |
| leading     | leaves dimensions in front alone                                   | as it is                        |
| loss        | works element by element, then takes the sum or the mean           | that of each slice              |
| composed    | its forward function is written in operations                      | these, inside the level         |
| own         | none of these                                                      | `own_rules.py` has one for it   |

`by_loop` is what all of them mean: the operation once for each slice, and the results stacked.
"""

import warnings
from functools import lru_cache, partial

from numpy import ndarray

from .. import inplace, modes, ops
from ..operation import Operation
from ..saved import unpack
from ..tensor import Tensor
from .levels import listed
from .own_rules import OWN, behind, with_ones
from .trees import map_tree


@lru_cache(None)
def rule_of(op: Operation):
    """The rule of an operation."""
    found = OWN.get(op.name) or KINDS.get("elementwise" if op.elementwise else op.kind or "")
    return warned if found is None else found


def warned(level, op: Operation, *args):
    """The loop, with a warning that says whose."""
    why = f"we have not yet implemented the batching rule for {op.name}: it runs once for each slice."
    warnings.warn(f"There is a performance drop because {why}", UserWarning, stacklevel=6)
    return by_loop(level, op, *args)


def by_loop(level, op: Operation, *args):
    """The specification of all rules."""

    def part(k: int, value):
        return value if (found := level.whole(value)) is None else ops.parts.select(found, 0, k)

    slices = [listed(level.do(op, *map_tree(partial(part, k), args))) for k in range(level.size)]
    return tuple(map(ops.stack, zip(*slices, strict=True)))


# --- the kinds ---


def elementwise(level, op: Operation, *args):
    return level.do(op, *lined_up(level, op, args))


def lined_up(level, op: Operation, args) -> list:
    """The arguments of all slices, with as many dimensions after the first as the slice that has most of them, and cast
    to the type that slices have in common, which all of them together may not have."""
    arrays = [a._array if isinstance(a, Tensor) else a for a in args]
    shaped = [x for x in arrays if type(x) is ndarray]
    ndim, kind = max([x.ndim for x in shaped]), shaped[0].dtype
    found = [padded(level, a, ndim) for a in args]
    if not op.casts or all([x.dtype is kind for x in shaped]):  # noqa: C419  quicker
        return found
    cast = zip(found, args, op.cast(arrays), strict=True)
    return [t if t is a else ops.cast(t, like.dtype) for t, a, like in cast]


def padded(level, a, ndim: int):
    """An argument as it lines up with slices of `ndim` dimensions."""
    t = level.whole(a)
    if t is None:
        return a
    return t if a._array.ndim == ndim else with_ones(level, a, ndim)


def along(level, op: Operation, *args):
    given = dict(zip(op.inputs, args, strict=True))
    ndim = len(given.get("shape", args[0].shape))
    outs = [] if ndim else listed(op.forward(*map(ops.common.array_of, args)))  # refuses what there is to refuse
    found = level.do(op, *[behind(level, name, value, ndim) for name, value in given.items()])
    if ndim:
        return found
    return tuple([ops.reshape(t, (level.size, *out.shape)) for t, out in zip(listed(found), outs, strict=True)])


def reduction(level, op: Operation, x, *rest):
    given = dict(zip(op.inputs[1:], rest, strict=True))
    if x.ndim and given["dim"] not in (None, ()):
        return level.do(op, level.whole(x), *(given | {"dim": behind(level, "dim", given["dim"], x.ndim)}).values())
    ops.common.axes(given["dim"], x.ndim)  # refuses what is not there
    flat = ops.reshape(level.whole(x), (level.size, x.numel()))
    found = level.do(op, flat, *(given | {"dim": 1, "keepdim": False}).values())
    return ops.reshape(found, (level.size, *(1,) * x.ndim)) if given["keepdim"] else found


def shape(level, op: Operation, x, size):
    return level.do(op, level.whole(x), (level.size, *ops.views.whole(tuple(size), x.numel())))


def leading(level, op: Operation, x, *rest):
    return level.do(op, level.whole(x), *rest)


def loss(level, op: Operation, x, target, reduction, *rest):
    each = level.do(op, *lined_up(level, op, (x, target)), "none", *rest)
    dims = tuple(range(1, each.ndim))
    total = ops.mean if reduction == "mean" else ops.sum
    return total(each, dims) if dims and reduction != "none" else each


def composed(level, op: Operation, *args):
    bare = [a if (t := level.whole(a)) is None else level.face(t) for a in args]
    with modes.at(level):
        return level.full(op.forward(*bare))


KINDS = {f.__name__: f for f in (elementwise, along, reduction, shape, leading, loss, composed)}


# --- the way back ---


@lru_cache(None)
def at_once(op: Operation) -> bool:
    """Whether the formulas of an operation mean the same for all slices: element by element, or along a dimension; and
    those of `mm` take many matrices."""
    kind = op.elementwise or op.name == "mm" or (op.kind == "along" and not op.view)
    return kind and not op.several and not any(name.endswith("_shape") for name in op.saves)


def pull_all(level, op: Operation, node, g) -> list:
    """What a node of such an operation gives: its formulas, on arrays of all slices if these have one type."""
    b, ndim, along = level.arrays, len(node.shape), op.kind == "along"
    values = unpack(node, True)
    pairs = zip(op.saves, values, strict=True)
    given = [behind(b, n, v, ndim) if along else ops.common.array_of(padded(b, v, ndim)) for n, v in pairs]
    whole = b.whole(g) if ndim or not along else None
    if whole is None or any([type(x) is ndarray and x.dtype is not whole.dtype for x in given]):  # noqa: C419  quicker
        whole, given = g, values
    found = [None if e is None else rule(whole, given) for e, rule in zip(node.edges, op.rules, strict=True)]
    return [g if d is whole else level.face(d) if isinstance(d, ndarray) else d for d in found]


# --- writes ---


def write_all(level, op: Operation, target: Tensor, inputs: tuple, rest: tuple) -> None:
    """An operation in place: element by element at once, else computed beside the target and copied there."""
    if op.elementwise and op.name not in OWN:
        inplace.write(op, target, tuple(lined_up(level, op, inputs)[1:]), *rest)
        return
    name, _, overlap = rest
    own = level.face(target.clone() if target.requires_grad else target)
    result = rule_of(op)(level, op, own, *inputs[1:])
    inplace.write(ops.memory._copy.operation, target, (result,), name, False, overlap)
