"""`vmap`: a function of single examples applied to a batch; and `cond`, a choice that is part of the program.

The function runs once, on batched tensors (`batched.py`), which look to it like single examples. What one run cannot
do for many, choosing a path by a slice's values, is refused.
"""

import functools
from copy import deepcopy
from itertools import repeat

from .. import errors, ops
from ..random import default_generator
from ..tensor import Tensor, batched
from .batched import Batching
from .custom import front
from .trees import flatten, spread, unflatten


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """The function that applies `func` to every slice of its arguments at once and puts the results together.

    `in_dims` says along which dimension an argument is cut, None that every slice gets all of it; a number for all, or
    a tuple with one for each. `out_dims` likewise says where the results' new dimension goes. Inside, tensors lack
    that dimension. Values may not decide which way the function goes: RuntimeError for `if`, `.item()`, masks.
    ValueError if the sizes differ, or for what is no tensor. `randomness` is "error", "same" or "different".
    `chunk_size` is how many slices are taken at once: fewer need less memory.

    >>> import minigrad as mg
    >>> mg.func.vmap(mg.dot)(mg.ones(2, 3), mg.ones(2, 3))
    tensor([3., 3.])
    >>> mg.func.vmap(mg.func.grad(lambda x: x ** 3))(mg.tensor([1.0, 2.0]))
    tensor([ 3., 12.])
    """
    known = randomness in ("error", "different", "same")
    errors.require(known, f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    positive = chunk_size is None or (isinstance(chunk_size, int) and chunk_size > 0)
    errors.require(positive, f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})", ValueError)
    return mapped_on(Batching, func, in_dims, out_dims, randomness, chunk_size)


def mapped_on(kind, func, in_dims=0, out_dims=0, randomness="error", chunk_size=None):
    """`vmap` by a kind of level."""
    name = getattr(func, "__name__", repr(func))

    @functools.wraps(func)
    def mapped(*args, **kwargs):
        leaves, structure = flatten(args)
        dims = in_dimensions(name, in_dims, args, leaves)
        size = common_size(leaves, dims)

        def run(leaves, size: int) -> tuple:
            level = kind(size, randomness)
            faces = [t if dim is None else level.face(front(t, dim)) for t, dim in zip(leaves, dims, strict=True)]
            with level:
                result = func(*unflatten(faces, structure), **kwargs)
            return left(level, name, out_dims, result, leaves)

        if chunk_size is not None and size > chunk_size:
            return in_chunks(run, leaves, dims, chunk_size, randomness)
        if size:
            outs, _, tree = run(leaves, size)
            return unflatten(outs, tree)
        # there is no slice to look at: one of zeros, of which nothing is kept
        outs, places, tree = run([like_one(t, d) for t, d in zip(leaves, dims, strict=True)], 1)
        return unflatten([t if d is None else ops.narrow(t, d, 0, 0) for t, d in zip(outs, places, strict=True)], tree)

    return mapped


def in_dimensions(name: str, in_dims, args: tuple, leaves: list) -> list:
    """The dimension along which each leaf is cut, counted from the front; None for the whole."""

    def must(condition, message: str) -> None:
        errors.require(condition, f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): {message}", ValueError)

    must(isinstance(in_dims, (int, tuple)), f"expected `in_dims` to be int or a tuple, got: {type(in_dims)}.")
    errors.require(args, f"vmap({name})(<inputs>): got no inputs. There is nothing to cut into slices.", ValueError)
    dims = spread(in_dims, args)
    must(dims is not None, "in_dims is not compatible with the structure of `inputs`: nest it as they are.")
    for t, d in zip(leaves, dims, strict=True):
        if d is None or (isinstance(d, int) and isinstance(t, Tensor) and -t.ndim <= d < t.ndim):
            continue  # no message is put together that nobody reads
        must(isinstance(d, int), f"Got in_dim={d} for an input but in_dim must be an integer or None.")
        must(isinstance(t, Tensor), f"Got in_dim={d} for an input of type {type(t)}: only tensors can be cut.")
        must(False, f"Got in_dim={d} for some input, a Tensor of {t.ndim} dimensions: -{t.ndim} <= in_dim < {t.ndim}.")
    return [dim if dim is None else dim % t.ndim for t, dim in zip(leaves, dims, strict=True)]


def common_size(leaves, dims: list) -> int:
    """How many slices there are."""
    sizes = [t.shape[dim] for t, dim in zip(leaves, dims, strict=True) if dim is not None]
    errors.require(sizes, "vmap: Expected at least one Tensor to vmap over: every in_dim is None", ValueError)
    what = f"the same size in the mapped dimension, got sizes {sizes} for the mapped dimension"
    errors.require(len(set(sizes)) == 1, f"vmap: Expected all tensors to have {what}", ValueError)
    return sizes[0]


def like_one(t, dim: int | None):
    """Of an argument without slices, one of zeros."""
    return t if dim is None else ops.common.zeros(t, [1 if k == dim else n for k, n in enumerate(t.shape)])


def left(level: Batching, name: str, out_dims, result, leaves: list) -> tuple:
    """What the function returned, as tensors of all slices: the leaves, where that dimension is, their structure."""

    def must(condition, message: str, more: str = "") -> None:
        errors.require(condition, f"vmap({name}, ...{more}): {message}", ValueError)

    (outs, structure), given = flatten(result), set(map(id, leaves))
    wanted = "`out_dims` must be an int, None or a collection of ints like the outputs."
    must(all(isinstance(d, int | None) for d in flatten(out_dims)[0]), wanted, f", out_dims={out_dims}")
    dims = spread(out_dims, result)
    if isinstance(result, Tensor) and isinstance(out_dims, tuple) and len(out_dims) == 1:
        dims = list(out_dims)
    other = "out_dims is not compatible with the structure of `outputs`."
    must(dims is not None, other, f", out_dims={out_dims})(<inputs>")
    answer = []
    for t, dim in zip(outs, dims, strict=True):
        if dim is None:
            must(not level.differs(t), f"`{name}` can not return a BatchedTensor when out_dim is None.")
            answer.append(t)
            continue
        wrong = f"`{name}` must only return Tensors, got type {type(t)}. Did you mean out_dims=None for it?"
        must(isinstance(t, Tensor), wrong)
        whole = level.full(t)
        whole = ops.view_as(whole, whole) if id(whole) in given else whole  # another name
        answer.append(ops.movedim(whole, 0, dim) if dim else whole)
    return answer, [None if d is None else d % t.ndim for t, d in zip(answer, dims, strict=True)], structure


def in_chunks(run, leaves: list, dims: list, chunk: int, randomness: str):
    """The results of so many slices at a time, joined."""
    columns = [repeat(t) if d is None else ops.split(t, chunk, d) for t, d in zip(leaves, dims, strict=True)]
    state, parts = deepcopy(vars(default_generator)), []
    for part in zip(*columns, strict=False):
        if randomness == "same":
            vars(default_generator).update(deepcopy(state))
        parts.append(run(part, common_size(part, dims)))
    _, places, structure = parts[0]
    results = zip(*[outs for outs, _, _ in parts], strict=True)
    joined = [c[0] if d is None else ops.cat(c, d) for c, d in zip(results, places, strict=True)]
    return unflatten(joined, structure)


# --- a choice that is part of the program, not of Python ---


class UncapturedHigherOrderOpError(RuntimeError):
    """What PyTorch raises for a `cond` that it cannot compile; here for the one reason that matters without a
    compiler: a branch that returns an operand itself."""


def cond(pred, true_fn, false_fn, operands=()):
    """`true_fn(*operands)` if `pred`, a bool or a tensor with one boolean, else `false_fn(*operands)`.

    Unlike `if` it may be used inside `vmap`, also when `pred` differs from slice to slice. A branch returns new
    tensors, not an operand itself.

    >>> import minigrad as mg
    >>> mg.cond(mg.tensor(True), lambda x: x * x, lambda x: x.clone(), (mg.tensor(3.0),))
    tensor(9.)
    """
    errors.require(isinstance(pred, (bool, Tensor)), f"Expected pred to be bool or tensor, but got {type(pred)}.")
    one = isinstance(pred, bool) or pred.numel() == 1
    errors.require(one, "Expected pred to be bool or single-element tensor, but it has several.")
    errors.require(callable(true_fn) and callable(false_fn), "Expect both branches to be callable.")
    given = [t for t in flatten(tuple(operands))[0] if isinstance(t, Tensor)]
    if isinstance(pred, Tensor) and batched(pred):  # slices differ: both, and each its own
        (outs, structure), (others, _) = (flatten(ran(f, operands, given)) for f in (true_fn, false_fn))
        return unflatten([ops.where(pred, t, u) for t, u in zip(outs, others, strict=True)], structure)
    chosen = pred if isinstance(pred, bool) else pred._array.item()
    return ran(true_fn if chosen else false_fn, operands, given)


def ran(branch, operands, given: list):
    """What a branch returns, if that is new."""
    result = branch(*operands)
    new = all(t is not x for t in flatten(result)[0] for x in given)
    wrong = "its branches return new tensors: this one returns an operand itself. Return x.clone()."
    errors.require(new, f"This higher order operator doesn't work unless {wrong}", UncapturedHigherOrderOpError)
    return result
